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

} // namespace
