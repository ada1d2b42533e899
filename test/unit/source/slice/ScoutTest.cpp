//===- ScoutTest.cpp - slices that run where another one waits ------------===//
//
// Scouts run in turns with their slice, on its thread, in memory of their own;
// what becomes of them is no concern of the slice.
//
//===----------------------------------------------------------------------===//

#include "SliceTest.h"

#include "source/slice/Coroutine.h"
#include "source/slice/PrefetchThread.h"
#include "source/slice/SliceExecution.h"

#include <csignal>
#include <vector>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr uint32_t Site = 7;
std::atomic<uint64_t> Scouted, Received;
std::atomic<bool> May;
std::atomic<unsigned> Last; ///< The scout that ran last.
volatile int Zero = 0, Sink = 0;
uint64_t Shared;

class ScoutTest : public SliceTest {
protected:
  void SetUp() override {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "scouts do not run with sanitizers";
#endif
    SliceTest::SetUp();
    Scouted = Received = Last = 0;
    May = true;
    slice_runner::Hooks H;
    H.MayScout = [](unsigned) { return May.load(); };
    slice_runner::setHooks(H);
  }
};

void request() {
  execution::enter();
  execution::leave();
}

/// Waits for two values, which it looks for in vain when it begins.
void waitTwice(const void *) {
  auto *To = static_cast<uint64_t *>(foreslice_slice_alloc(sizeof(uint64_t)));
  for (int I = 0; I < 2; ++I) {
    foreslice_slice_receive(Site, To, sizeof *To);
    Received = *To;
  }
}

foreslice_region waiting(void (*First)(const void *),
                         void (*Second)(const void *) = nullptr) {
  foreslice_region R = makeRegion(waitTwice, 8);
  R.scouts[0] = First;
  R.scouts[1] = Second;
  return R;
}

void forward(foreslice_region &R, uint64_t Value) {
  foreslice_forward(&R, Site, &Value, sizeof Value);
}

/// Both values come only when Ready holds, which is after the slice waits.
void runToEnd(foreslice_region &R, bool (*Ready)()) {
  Since Completed(RunCounter::SlicesCompleted);
  ASSERT_TRUE(launch(R));
  ASSERT_TRUE(eventually(Ready));
  for (uint64_t I = 1; I <= 2; ++I) {
    forward(R, I);
    ASSERT_TRUE(eventually([&] { return Received == I; }));
  }
  EXPECT_TRUE(Completed.reaches(1));
  foreslice_end(&R);
}

void countThree(const void *) {
  for (int I = 0; I < 3; ++I) {
    request();
    ++Scouted;
  }
}

TEST_F(ScoutTest, RunsWhileTheSliceWaits) {
  foreslice_region R = waiting(countThree);
  for (int I = 1; I <= 3; ++I)
    runToEnd(R, [] { return Scouted > 0 && Scouted % 3 == 0; });
  EXPECT_EQ(Scouted, 9u);
}

TEST_F(ScoutTest, TwoTakeTurns) {
  foreslice_region R = waiting(
      [](const void *) {
        Last = 1;
        execution::pauseScout();
        request();
        Scouted += Last == 2 ? 1 : 100;
      },
      [](const void *) {
        Last = 2;
        execution::pauseScout();
        request();
        Scouted += 10;
      });
  Since Completed(RunCounter::SlicesCompleted);
  ASSERT_TRUE(launch(R));
  ASSERT_TRUE(eventually([] { return Last == 2; }));
  EXPECT_EQ(Scouted, 0u) << "both have paused";
  forward(R, 1);
  ASSERT_TRUE(eventually([] { return Scouted == 11; }));
  forward(R, 2);
  EXPECT_TRUE(Completed.reaches(1));
  foreslice_end(&R);
}

TEST_F(ScoutTest, NotWhereItMayNot) {
  May = false;
  foreslice_region R = waiting(countThree);
  runToEnd(R, [] { return PrefetchThread::of(0).Work.runningNumber() != 0; });
  EXPECT_EQ(Scouted, 0u);
}

TEST_F(ScoutTest, PausesAfterManyRequests) {
  foreslice_region R = waiting([](const void *) {
    for (;;) {
      ++Scouted;
      request();
    }
  });
  runToEnd(R, [] { return Scouted > 100; });
  EXPECT_LE(Scouted, 3u * 256u);
}

TEST_F(ScoutTest, ItsStoresAreItsOwn) {
  Shared = 5;
  foreslice_region R = makeRegion(
      [](const void *) {
        auto *To = static_cast<uint64_t *>(foreslice_slice_alloc(8));
        foreslice_slice_receive(Site, To, 8);
        foreslice_slice_load(To, &Shared, 8);
        Received = *To;
      },
      8);
  R.scouts[0] = [](const void *) {
    auto *Own = static_cast<uint64_t *>(foreslice_slice_alloc(8));
    *Own = 6;
    foreslice_slice_store(&Shared, Own, 8);
    *Own = 0;
    foreslice_slice_load(Own, &Shared, 8);
    Scouted = *Own;
  };
  Since Completed(RunCounter::SlicesCompleted);
  ASSERT_TRUE(launch(R));
  ASSERT_TRUE(eventually([] { return Scouted == 6; }));
  forward(R, 1);
  EXPECT_TRUE(Completed.reaches(1));
  EXPECT_EQ(Received, 5u);
  EXPECT_EQ(Shared, 5u);
  foreslice_end(&R);
}

TEST_F(ScoutTest, ThePacketIsTheSlices) {
  foreslice_region R = makeRegion(
      [](const void *Packet) {
        auto *To = static_cast<uint64_t *>(foreslice_slice_alloc(8));
        foreslice_slice_receive(Site, To, 8);
        Received = valueOf(Packet);
      },
      8);
  R.scouts[0] = [](const void *Packet) {
    auto *Own = static_cast<uint64_t *>(foreslice_slice_alloc(8));
    *Own = 6;
    foreslice_slice_store(const_cast<void *>(Packet), Own, 8);
    ++Scouted;
  };
  Since Completed(RunCounter::SlicesCompleted);
  ASSERT_TRUE(launch(R, 5));
  ASSERT_TRUE(eventually([] { return Scouted == 1; }));
  forward(R, 1);
  EXPECT_TRUE(Completed.reaches(1));
  EXPECT_EQ(Received, 5u);
  foreslice_end(&R);
}

[[gnu::noinline]] int recurse(int Depth) {
  volatile char Local[256];
  Local[0] = static_cast<char>(Depth);
  return Zero ? Local[0] : recurse(Depth + 1) + Local[0];
}

TEST_F(ScoutTest, AFaultEndsItForGoodAndNotTheSlice) {
  Since Faults(RunCounter::SliceFaults);
  for (auto Fails : {+[](const void *) {
                       ++Scouted;
                       Sink = 4711 / Zero;
                     },
                     +[](const void *) {
                       ++Scouted;
                       Sink = recurse(0);
                     },
                     +[](const void *) {
                       ++Scouted;
                       request();
                       raise(SIGSEGV);
                     }}) {
    Scouted = 0;
    foreslice_region R = waiting(Fails);
    runToEnd(R, [] { return Scouted == 1; });
    runToEnd(R, [] { return PrefetchThread::of(0).Work.runningNumber() != 0; });
    EXPECT_EQ(Scouted, 1u) << "not begun again";
  }
  EXPECT_EQ(Faults(), 0u);
}

TEST_F(ScoutTest, EndlessOnesAreEnded) {
  foreslice_region R = waiting([](const void *) {
    ++Scouted;
    endless(nullptr);
  });
  runToEnd(R, [] { return Scouted == 1; });
}

TEST_F(ScoutTest, RegionEndCancelsTheSliceBehindIt) {
  Since Cancelled(RunCounter::SlicesCancelled);
  foreslice_region R = waiting([](const void *) {
    ++Scouted;
    endless(nullptr);
  });
  for (uint64_t I = 1; I <= 20; ++I) {
    ASSERT_TRUE(launch(R));
    ASSERT_TRUE(eventually([&] { return Scouted == I; }));
    foreslice_end(&R);
    ASSERT_TRUE(Cancelled.reaches(I));
  }
}

TEST_F(ScoutTest, APausedOneIsLeftAtTheEnd) {
  foreslice_region R = waiting([](const void *) {
    ++Scouted;
    May = false;
    execution::pauseScout();
    request();
    Scouted += 1000;
  });
  for (uint64_t I = 1; I <= 3; ++I) {
    May = true;
    runToEnd(R, [] { return Scouted > 0 && !May; });
    EXPECT_EQ(Scouted, I);
    Received = 0;
  }
}

TEST(CoroutineTest, RunsInTurnsWithItsCaller) {
  static std::vector<int> Order;
  static Coroutine *C;
  Coroutine Own;
  C = &Own;
  Order.clear();
  EXPECT_TRUE(Own.isOver());
  for (int Round = 0; Round < 2; ++Round) {
    ASSERT_TRUE(Own.begin([] {
      int Local = 1;
      Order.push_back(Local++);
      C->pause();
      Order.push_back(Local++);
      C->pause();
      Order.push_back(Local);
    }));
    for (int I = 0; I < 3; ++I) {
      EXPECT_FALSE(Own.isOver());
      Order.push_back(0);
      Own.resume();
    }
    EXPECT_TRUE(Own.isOver());
  }
  EXPECT_EQ(Order, (std::vector{0, 1, 0, 2, 0, 3, 0, 1, 0, 2, 0, 3}));
  EXPECT_LT(Own.stackBegin(), Own.stackEnd());
}

} // namespace
