//===- RepeatingCommand.cpp - how a test that fails is repeated -----------===//
//
// What a sanitizer reports fails the test that it is reported in.
//
//===----------------------------------------------------------------------===//

#include "RepeatingCommand.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

volatile std::sig_atomic_t RaceReported = 0;

class RepeatingCommand final : public testing::EmptyTestEventListener {
public:
  explicit RepeatingCommand(const char *Program) {
    if (const char *Launcher = std::getenv("TEST_LAUNCHER"))
      Command = std::string(Launcher) + " ";
    Command += Program;
  }

private:
  /// Of no use but where the process dies or hangs: the last test that runs is
  /// the one.
  void OnTestProgramStart(const testing::UnitTest &) override {
    say("one test alone", "SUITE.NAME");
  }
  void OnTestStart(const testing::TestInfo &Test) override {
    Name = std::string(Test.test_suite_name()) + "." + Test.name();
    Said = false;
  }
  /// Here and not at the end of the test, which is not reached if a sanitizer
  /// ends the process.
  void OnTestPartResult(const testing::TestPartResult &Part) override {
    if (!Part.failed() || Said)
      return;
    Said = true;
    say("repeat it by", Name);
  }
  /// A race fails the process at its end.
  void OnTestEnd(const testing::TestInfo &) override {
    if (RaceReported && !Said)
      say("repeat it by", Name);
    RaceReported = 0;
  }
  void say(const char *What, const std::string &Test) const {
    std::printf("%s: %s --gtest_filter=%s\n", What, Command.c_str(),
                Test.c_str());
    std::fflush(stdout);
  }

  std::string Command, Name;
  bool Said = false;
};

} // namespace

void foreslice::test::sayHowToRepeat(const char *Program) {
  testing::UnitTest::GetInstance()->listeners().Append(
      new RepeatingCommand(Program));
}

// The sanitizers call these. Slices know their stack by its address.
extern "C" const char *__asan_default_options() {
  return "detect_leaks=0:detect_stack_use_after_return=0";
}
extern "C" void __asan_on_error() { ADD_FAILURE() << "AddressSanitizer"; }
extern "C" void __ubsan_on_report() {
  ADD_FAILURE() << "UndefinedBehaviorSanitizer";
}
// MPI libraries close descriptors by the run time's close(), behind which
// ThreadSanitizer does not look: it takes the next file of a number for the one
// before, and its close for a race.
extern "C" const char *__tsan_default_suppressions() { return "race:fclose\n"; }
// ThreadSanitizer holds locks of its own during this call. An access that
// ThreadSanitizer watches would wait for these locks for ever.
extern "C" __attribute__((no_sanitize("thread"))) void __tsan_on_report() {
  RaceReported = 1;
}
