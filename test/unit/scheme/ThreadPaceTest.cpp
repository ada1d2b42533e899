//===- ThreadPaceTest.cpp - how the main thread spends its time -----------===//
//
// Scripted reads of one page. Only whether the thread blocks is real.
//
//===----------------------------------------------------------------------===//

#include "scheme/ThreadPace.h"

#include <chrono>
#include <gtest/gtest.h>
#include <thread>

using namespace foreslice;

namespace {

struct ThreadPaceTest : testing::Test {
  ThreadPaceTest() { Main.readEnds(NowNs); }
  void reads(
      unsigned Times, uint64_t ComputeNs, uint64_t ReadNs,
      void (*BetweenReads)() = [] {}) {
    for (unsigned I = 0; I < Times; ++I) {
      BetweenReads();
      Main.readBegins(1, NowNs += ComputeNs);
      Main.readEnds(NowNs += ReadNs);
    }
  }
  /// Reads that take a millisecond, so that each is looked at.
  void slowReads(unsigned Times, void (*BetweenReads)()) {
    reads(Times, 1000, 1'000'000, BetweenReads);
  }
  static void block() {
    std::this_thread::sleep_for(std::chrono::microseconds(1));
  }
  static void yield() { std::this_thread::yield(); }
  uint64_t NowNs = 1'000'000;
  ThreadPace Main;
};

TEST_F(ThreadPaceTest, WaitsForStorageFromHalfOfTheTimeUntilATenth) {
  reads(15, 90, 110);
  EXPECT_FALSE(Main.waitsForStorage()) << "at first all wait";
  reads(1, 90, 110);
  EXPECT_TRUE(Main.waitsForStorage());
  reads(200, 88, 12);
  EXPECT_TRUE(Main.waitsForStorage());
  reads(200, 92, 8);
  EXPECT_FALSE(Main.waitsForStorage());
  reads(200, 52, 48);
  EXPECT_FALSE(Main.waitsForStorage());
  reads(200, 48, 52);
  EXPECT_TRUE(Main.waitsForStorage());
}

TEST_F(ThreadPaceTest, KnowsComputationBeforeAReadAndForAPage) {
  EXPECT_EQ(Main.callNs(), 0);
  Main.readBegins(4, NowNs + 400);
  EXPECT_EQ(Main.callNs(), 400);
  EXPECT_EQ(Main.pageNs(), 100);
}

TEST_F(ThreadPaceTest, KnowsNothingOfTheTimeWithReadsElsewhere) {
  EXPECT_TRUE(Main.isKnown());
  Main.readElsewhere();
  EXPECT_FALSE(Main.isKnown());
  Main.readBegins(1, NowNs + 400);
  EXPECT_EQ(Main.callNs(), 0);
}

TEST_F(ThreadPaceTest, LeavesItsCoreIfMostOfTheLastEightBlock) {
  EXPECT_FALSE(Main.leavesCore()) << "nothing is known";
  slowReads(1, block);
  EXPECT_TRUE(Main.leavesCore());
  slowReads(7, block);
  slowReads(5, yield);
  EXPECT_TRUE(Main.leavesCore());
  slowReads(1, yield);
  EXPECT_FALSE(Main.leavesCore());
}

TEST_F(ThreadPaceTest, StaysOnItsCoreIfThatIsKnown) {
  slowReads(3, yield);
  EXPECT_FALSE(Main.staysOnCore()) << "too little is known";
  slowReads(1, yield);
  EXPECT_TRUE(Main.staysOnCore());
  slowReads(8, block);
  EXPECT_FALSE(Main.staysOnCore());
}

TEST_F(ThreadPaceTest, LooksAtTheCoreOnceAMillisecond) {
  slowReads(8, block);
  reads(100, 1000, 8000, yield);
  EXPECT_TRUE(Main.leavesCore());
  reads(60, 10'000, 90'000, yield);
  EXPECT_FALSE(Main.leavesCore());
}

} // namespace
