//===- SliceTest.h - what the tests of runtime/source/slice share ---------===//
//
// A region around a plain function, and waiting for the prefetch thread.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_TEST_SLICETEST_H
#define FORESLICE_TEST_SLICETEST_H

#include "Waiting.h"

#include "source/slice/SignalChain.h"
#include "source/slice/SliceExecution.h"
#include "source/slice/SliceRunner.h"
#include "source/slice/Watchdog.h"
#include "support/Statistics.h"

#include <atomic>
#include <chrono>
#include <cstring>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace foreslice::test {

inline uint64_t counted(RunCounter C) { return Statistics::get().get(C); }

/// How often a counter counted since this object was made.
class Since {
public:
  explicit Since(RunCounter C) : C(C), Before(counted(C)) {}
  uint64_t operator()() const { return counted(C) - Before; }
  bool reaches(uint64_t N) const {
    return eventually([&] { return (*this)() >= N; });
  }

private:
  RunCounter C;
  uint64_t Before;
};

inline foreslice_region makeRegion(void (*Slice)(const void *),
                                   uint64_t PacketSize = 0) {
  foreslice_region R{};
  R.name = "test.c:1:1 in test";
  R.slice = Slice;
  R.packet_size = PacketSize;
  return R;
}

/// What compiled code does at a launch point, and so in its caller's frame.
/// False if refused.
[[gnu::always_inline]] inline bool launch(foreslice_region &R,
                                          uint64_t Value = 0) {
  void *Packet = foreslice_packet(&R);
  if (!Packet)
    return false;
  std::memcpy(Packet, &Value, sizeof Value);
  foreslice_launch(&R, Packet);
  return true;
}

inline uint64_t valueOf(const void *Packet) {
  uint64_t Value;
  std::memcpy(&Value, Packet, sizeof Value);
  return Value;
}

/// Launches Body as a slice and waits for the end that C counts.
template <typename Fn> void runSlice(RunCounter C, Fn Body) {
  static Fn *Running;
  Running = &Body;
  foreslice_region R = makeRegion([](const void *) { (*Running)(); });
  Since Counted(C);
  ASSERT_TRUE(launch(R));
  EXPECT_TRUE(Counted.reaches(1));
  foreslice_end(&R);
}

#if defined(__SANITIZE_THREAD__)
#define FORESLICE_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define FORESLICE_TSAN 1
#endif
#endif
#ifdef FORESLICE_TSAN
constexpr bool UnderThreadSanitizer = true;
#else
constexpr bool UnderThreadSanitizer = false;
#endif

/// Runs on until something outside of it ends it. Code that ThreadSanitizer
/// instruments cannot be interrupted: there it asks for something now and then.
inline void endless(const void *) {
  static std::atomic<uint64_t> Steps;
  for (;;) {
    Steps.fetch_add(1, std::memory_order_relaxed);
    if (UnderThreadSanitizer) {
      execution::enter();
      execution::leave();
    }
  }
}

/// In a slice: what the watchdog's timer does after a quarter of a second of
/// processor time.
inline void tick() {
  siginfo_t Info{};
  Info.si_code = SI_TIMER;
  Info.si_value.sival_ptr = const_cast<char *>(&Watchdog::TickMark);
  syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), signal_chain::KickSignal,
          &Info);
}

class SliceTest : public ::testing::Test {
protected:
  void SetUp() override { slice_runner::enable(); }
  void TearDown() override {
    slice_runner::setHooks({});
    EXPECT_TRUE(eventually(allEnded));
  }

private:
  /// Every launch is counted once more when it has ended.
  static bool allEnded() {
    uint64_t Ends = 0;
    for (RunCounter C :
         {RunCounter::SlicesCompleted, RunCounter::SlicesCancelled,
          RunCounter::SlicesNotNeeded, RunCounter::SliceFaults,
          RunCounter::SlicesUnknownHandle, RunCounter::SlicesOutOfMemory,
          RunCounter::SlicesEndless, RunCounter::SlicesChannelFull,
          RunCounter::SlicesDiverged, RunCounter::SlicesOvertaken,
          RunCounter::SlicesAstray})
      Ends += counted(C);
    return Ends == counted(RunCounter::Launches);
  }
};

/// Keeps this thread busy for a while without a system call.
inline void spin(uint64_t Steps) {
  static std::atomic<uint64_t> Done;
  while (Steps--)
    Done.fetch_add(1, std::memory_order_relaxed);
}

} // namespace foreslice::test

#endif // FORESLICE_TEST_SLICETEST_H
