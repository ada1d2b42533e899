//===- LifeTest.cpp - exit, fork and the end of the run time --------------===//
//
// Nothing that ends or copies the process waits for a slice. The children of
// these tests are killed by an alarm if they hang; the alarm's length decides
// nothing else.
//
//===----------------------------------------------------------------------===//

#include "SliceTest.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr unsigned HangSeconds = 1200;
std::atomic<bool> Entered;
/// What a signal interrupted has the heap: whoever asks for memory on this
/// thread, or gives some back, would wait for ever.
thread_local bool HeapTaken = false;

void checkHeap() {
  if (HeapTaken)
    _exit(98);
}

/// Computes without end, and cannot be interrupted.
void stuck(const void *) {
  execution::enter();
  Entered = true;
  endless(nullptr);
}

void startEndless(foreslice_region &R) {
  alarm(HangSeconds);
  slice_runner::enable();
  if (!launch(R))
    _exit(99);
}

size_t threads() {
  size_t N = 0;
  for ([[maybe_unused]] const auto &Entry :
       std::filesystem::directory_iterator("/proc/self/task"))
    ++N;
  return N;
}

TEST(LifeTest, ExitEndsAtOnceWithASliceRunning) {
  EXPECT_EXIT(
      {
        foreslice_region R = makeRegion(endless);
        startEndless(R);
        exit(7);
      },
      ::testing::ExitedWithCode(7), "");
}

TEST(LifeTest, ExitEndsAtOnceWithASliceThatCannotBeInterrupted) {
  EXPECT_EXIT(
      {
        foreslice_region R = makeRegion(stuck);
        startEndless(R);
        eventually([] { return Entered.load(); });
        foreslice_end(&R);
        foreslice_region Next = makeRegion(endless);
        launch(Next);
        exit(8);
      },
      ::testing::ExitedWithCode(8), "");
}

TEST(LifeTest, ExitInASignalHandlerTakesNoLockAndNoMemory) {
  EXPECT_EXIT(
      {
        slice_runner::Hooks H;
        H.Wake = [] { _exit(97); }; // takes locks of the cache
        slice_runner::setHooks(H);
        foreslice_region R = makeRegion(stuck);
        startEndless(R);
        eventually([] { return Entered.load(); });
        slice_runner::setHooks({});
        foreslice_end(&R);
        foreslice_region Next = makeRegion(endless);
        launch(Next); // waits in the mailbox
        slice_runner::setHooks(H);
        std::signal(SIGUSR1, [](int) {
          HeapTaken = true;
          slice_runner::quit();
          _exit(9);
        });
        raise(SIGUSR1);
      },
      ::testing::ExitedWithCode(9), "");
}

TEST(LifeTest, DisableRefusesCancelsAndEndsTheThread) {
  EXPECT_EXIT(
      {
        size_t Before = threads();
        foreslice_region R = makeRegion(endless);
        Since Cancelled(RunCounter::SlicesCancelled);
        startEndless(R);
        slice_runner::disable();
        bool Ok = !slice_runner::inRegion() && Cancelled.reaches(1);
        foreslice_end(&R);
        Ok = Ok && !foreslice_packet(&R);
        Ok = Ok && eventually([&] { return threads() == Before; });
        slice_runner::disable();
        _exit(Ok ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(LifeTest, ProcessEndsWhenItsThreadsDo) {
  EXPECT_EXIT(
      {
        foreslice_region R = makeRegion(endless);
        startEndless(R);
        foreslice_end(&R);
        slice_runner::disable();
        syscall(SYS_exit, 0); // what pthread_exit does in the end
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(LifeTest, NothingRunsBeforeEnable) {
  EXPECT_EXIT(
      {
        foreslice_region R = makeRegion(endless);
        _exit(foreslice_packet(&R) || threads() != 1);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(LifeTest, DisabledBySettingNothingRuns) {
  EXPECT_EXIT(
      {
        setenv("FORESLICE_DISABLE", "1", 1);
        slice_runner::enable();
        foreslice_region R = makeRegion(endless);
        _exit(foreslice_packet(&R) || threads() != 1);
      },
      ::testing::ExitedWithCode(0), "");
}

/// Runs Body in a forked child; its exit status.
template <typename Fn> int statusOfChild(Fn Body) {
  pid_t Child = fork();
  if (!Child) {
    alarm(HangSeconds);
    Body();
    exit(42);
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  return WIFEXITED(Status) ? WEXITSTATUS(Status) : -WTERMSIG(Status);
}

TEST(LifeTest, ForkedChildOfARegionRunsOnWithoutSlices) {
  EXPECT_EXIT(
      {
        slice_runner::Hooks H;
        H.Wake = [] { std::abort(); }; // in the child it might wait for ever
        foreslice_region R = makeRegion(endless);
        foreslice_region Next = makeRegion(endless);
        startEndless(R);
        slice_runner::setHooks(H);
        int Status = statusOfChild([&] {
          if (slice_runner::inRegion() || foreslice_packet(&Next))
            _exit(1);
          foreslice_end(&R);
        });
        slice_runner::setHooks({});
        bool Ok = Status == 42 && slice_runner::inRegion();
        Since Cancelled(RunCounter::SlicesCancelled);
        foreslice_end(&R);
        _exit(Ok && Cancelled.reaches(1) ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(LifeTest, ForkedChildrenHaveTheProgramsSignals) {
  EXPECT_EXIT(
      {
        foreslice_region R = makeRegion(endless);
        startEndless(R);
        // Another thread changes handlers while this one forks.
        std::atomic<bool> Done{false};
        std::thread Changer([&] {
          while (!Done)
            signal(SIGSEGV, SIG_DFL);
        });
        bool Ok = true;
        for (int I = 0; I < 50; ++I)
          Ok &= statusOfChild([] {
                  signal(SIGSEGV, SIG_DFL);
                  raise(SIGSEGV);
                }) == -SIGSEGV;
        Done = true;
        Changer.join();
        _exit(Ok ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

} // namespace

void *operator new(size_t Size) {
  checkHeap();
  if (void *Memory = std::malloc(Size))
    return Memory;
  throw std::bad_alloc();
}
void operator delete(void *Memory) noexcept {
  checkHeap();
  std::free(Memory);
}
void operator delete(void *Memory, size_t) noexcept { operator delete(Memory); }
