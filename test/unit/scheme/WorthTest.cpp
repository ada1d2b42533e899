//===- WorthTest.cpp - when prefetching does not pay ----------------------===//
//
// Pages of 64 KiB; times as measured: 15 us from memory, 500 us from storage.
//
//===----------------------------------------------------------------------===//

#include "scheme/Worth.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

constexpr uint64_t Page = 65536, Memory = 15'000, Disk = 500'000;

void reads(Worth &W, int N, uint64_t Ns, uint64_t Bytes = Page) {
  for (int I = 0; I < N; ++I)
    W.readDone(Bytes, Ns);
}

TEST(Worth, SlowStoragePays) {
  Worth W(Page);
  reads(W, 1000, Disk);
  EXPECT_TRUE(W.pays());
}

TEST(Worth, MemoryDoesNot) {
  Worth W(Page);
  reads(W, 15, Memory);
  EXPECT_TRUE(W.pays()) << "too early to tell";
  reads(W, 1, Memory);
  EXPECT_FALSE(W.pays());
}

TEST(Worth, MergedReadsAreJudgedByTheirSize) {
  Worth W(Page);
  reads(W, 4, 16 * Memory, 16 * Page);
  EXPECT_FALSE(W.pays());
  W.measureAnew();
  reads(W, 100, 4 * Disk, 16 * Page);
  EXPECT_TRUE(W.pays());
}

TEST(Worth, HalfInMemoryPays) {
  Worth W(Page);
  for (int I = 0; I < 100; ++I) {
    reads(W, 1, Disk);
    reads(W, 1, Memory);
  }
  EXPECT_TRUE(W.pays());
}

TEST(Worth, OneSlowReadBringsItBack) {
  Worth W(Page);
  reads(W, 1000, Memory);
  EXPECT_FALSE(W.pays());
  reads(W, 1, Disk);
  EXPECT_TRUE(W.pays());
  reads(W, 20, Memory);
  EXPECT_FALSE(W.pays());
}

TEST(Worth, PagesInMemoryDoNotPayUnlessTheRestIsAbsent) {
  Worth W(Page);
  for (int I = 0; I < 16; ++I)
    W.pageInMemory();
  EXPECT_FALSE(W.pays());
  EXPECT_TRUE(W.findsInMemory());
  W.laterIsAbsent();
  EXPECT_TRUE(W.pays());
  for (int I = 0; I < 16; ++I)
    W.pageInMemory();
  EXPECT_FALSE(W.pays()) << "again";
}

TEST(Worth, AFileInMemoryDoesNotPay) {
  Worth W(Page);
  W.fileInMemory();
  EXPECT_FALSE(W.pays());
  EXPECT_TRUE(W.findsInMemory());
}

TEST(Worth, FastStorageDoesNotPayAlthoughTheRestIsAbsent) {
  Worth W(Page);
  reads(W, 16, Memory);
  EXPECT_FALSE(W.findsInMemory());
  W.laterIsAbsent();
  EXPECT_FALSE(W.pays());
}

TEST(Worth, OldReadsFade) {
  Worth W(Page);
  reads(W, 10000, Disk);
  reads(W, 300, Memory);
  EXPECT_FALSE(W.pays());
}

TEST(Worth, WasteDoesNotPay) {
  Worth W(Page);
  W.pagesDone(10, 63);
  EXPECT_TRUE(W.pays());
  W.pagesDone(10, 64);
  EXPECT_FALSE(W.pays());
  W.measureAnew();
  EXPECT_TRUE(W.pays());
  W.pagesDone(20, 64 + 100);
  EXPECT_FALSE(W.pays()) << "10 used, 100 wasted since";
  W.measureAnew();
  W.pagesDone(20 + 100, 164 + 100);
  EXPECT_TRUE(W.pays());
}

/// Has so much waste that a rest begins.
Worth wasteful() {
  Worth W(Page);
  W.pagesDone(10, 500);
  EXPECT_TRUE(W.rests());
  return W;
}

/// Calls that go by before the trial, which begins with these totals.
uint64_t restOf(Worth &W, uint64_t Uses, uint64_t Wastes) {
  for (uint64_t Calls = 1;; ++Calls)
    if (W.callsPassed(1) || Calls > 100'000) {
      W.beginTrial(Uses, Wastes);
      return Calls;
    }
}

TEST(Worth, AfterMuchWasteItIsTriedAgainWithFewPages) {
  Worth W = wasteful();
  EXPECT_FALSE(W.pays());
  W.pagesDone(10, 600);
  EXPECT_EQ(restOf(W, 10, 600), Worth::LeastRest);
  EXPECT_TRUE(W.pays());
  EXPECT_EQ(W.mostAhead(), Worth::TrialPages);
  W.pagesDone(25, 600);
  EXPECT_EQ(W.mostAhead(), Worth::TrialPages) << "15 used so far";
  W.pagesDone(26, 610);
  EXPECT_EQ(W.mostAhead(), SIZE_MAX);
  EXPECT_TRUE(W.pays());
}

TEST(Worth, TrialsThatFailAreRarerAndRarer) {
  Worth W = wasteful();
  uint64_t Wastes = 500;
  for (uint64_t Rest = Worth::LeastRest; Rest <= Worth::LongestRest;
       Rest *= 2) {
    EXPECT_EQ(restOf(W, 10, Wastes), Rest);
    W.pagesDone(10, Wastes += 15);
    EXPECT_TRUE(W.pays());
    W.pagesDone(10, ++Wastes);
    EXPECT_TRUE(W.rests()) << "16 pages are enough";
  }
  EXPECT_EQ(restOf(W, 10, Wastes), Worth::LongestRest) << "and no longer";
}

TEST(Worth, ATrialThatSucceedsMakesTheNextRestShorter) {
  Worth W = wasteful();
  restOf(W, 10, 500);
  W.pagesDone(10, 600);
  restOf(W, 10, 600);
  W.pagesDone(10, 700);
  EXPECT_EQ(restOf(W, 10, 700), 4 * Worth::LeastRest);
  W.pagesDone(30, 700);
  W.pagesDone(30, 1000);
  EXPECT_EQ(restOf(W, 30, 1000), 2 * Worth::LeastRest);
}

TEST(Worth, WasteOfATrialThatFailedIsNotHeldAgainstTheNext) {
  Worth W = wasteful();
  restOf(W, 10, 500);
  W.pagesDone(10, 600);
  W.pagesDone(10, 700); // pages of that trial
  restOf(W, 10, 700);
  W.pagesDone(14, 715);
  EXPECT_TRUE(W.pays());
}

TEST(Worth, SlowStorageEndsNoRest) {
  Worth W = wasteful();
  reads(W, 100, Disk);
  EXPECT_FALSE(W.pays());
  EXPECT_FALSE(W.callsPassed(Worth::LeastRest - 1));
}

} // namespace
