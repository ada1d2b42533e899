//===- WriteTest.cpp - no stale byte --------------------------------------===//
//
// A page fetched while an overlapping write was under way is never served:
// each way in which the two can be interleaved.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"
#include "MainThread.h"

#include <chrono>
#include <future>

using namespace foreslice;
using namespace foreslice::test;
using std::vector;

namespace {

/// Pages of calls still to come are fetched anew when they are dropped: most
/// tests let the main thread pass the call first.
class WriteTest : public CacheTest {
protected:
  static PagePart part(uint64_t Begin, uint64_t End) {
    return {Begin / PageSize, {Begin, End}};
  }
  /// Whether a demand read of these bytes finds them.
  bool has(uint64_t Begin, uint64_t End) {
    auto D = Cache.demand().pin(*File, {{part(Begin, End)}});
    if (D.hits() != 0)
      return true;
    D.over();
    return false;
  }
  /// In call 0.
  void write(ByteRange Written) {
    Cache.coherence().beginWrite(*File, Written);
    comeTo(*File, 1);
    Cache.coherence().endWrite(*File, Written);
  }
};

TEST_F(WriteTest, DropsOverlappingPagesOnly) {
  fetch({0, 1, 2, 3});
  comeTo(*File, 1);
  Cache.coherence().beginWrite(*File, {PageSize + 10, 2 * PageSize + 1});
  EXPECT_EQ(Cache.demand().probe(*File, Pages{0, 1, 2, 3}), 2u);
  Cache.coherence().endWrite(*File, {PageSize + 10, 2 * PageSize + 1});
  EXPECT_TRUE(use(0));
  EXPECT_FALSE(use(1));
  EXPECT_FALSE(use(2));
  EXPECT_TRUE(use(3));
}

TEST_F(WriteTest, TheRestOfAPageIsOfUse) {
  fetch({0, 1, 2, 3});
  write({PageSize + 10, 3 * PageSize + 1});
  EXPECT_EQ(count(Counter::Invalidations), 1u) << "of 2 nothing is left";
  EXPECT_TRUE(has(PageSize, PageSize + 10));
  EXPECT_FALSE(has(PageSize, PageSize + 11));
  EXPECT_FALSE(has(2 * PageSize - 1, 2 * PageSize));
  EXPECT_FALSE(has(2 * PageSize, 2 * PageSize + 1));
  EXPECT_FALSE(has(3 * PageSize, 3 * PageSize + 1));
  EXPECT_TRUE(has(3 * PageSize + 1, 4 * PageSize));
}

TEST_F(WriteTest, WhatLiesBetweenTwoWritesIsNot) {
  fetch({1});
  write({PageSize + 10, PageSize + 20});
  write({PageSize + 40, PageSize + 50});
  EXPECT_TRUE(has(PageSize, PageSize + 10));
  EXPECT_FALSE(has(PageSize + 30, PageSize + 31));
  EXPECT_TRUE(has(PageSize + 50, 2 * PageSize));
  write({PageSize, PageSize + 1});
  EXPECT_EQ(count(Counter::Invalidations), 0u);
  write({PageSize + 50, 2 * PageSize});
  EXPECT_EQ(count(Counter::Invalidations), 1u);
}

TEST_F(WriteTest, TheRestOfAReadInFlightIsOfUse) {
  post(0, {1});
  Disk->issued();
  write({PageSize, PageSize + 10});
  Disk->completeAll();
  EXPECT_TRUE(has(PageSize + 10, 2 * PageSize));
  EXPECT_FALSE(has(PageSize, PageSize + 1));
}

TEST_F(WriteTest, ARequestForWhatWasWrittenFetchesThePageAnew) {
  fetch({1});
  Disk->issued();
  EXPECT_TRUE(use(1));
  Disk->setVersion(1);
  write({PageSize, PageSize + 10});
  Cache.posting().prefetch(*File, {0, 1},
                           {{part(PageSize + 10, PageSize + 20)}}, Cancel);
  EXPECT_EQ(Disk->issued(), (vector<Issued>{}));
  Cache.posting().prefetch(*File, {0, 1}, {{part(PageSize + 9, PageSize + 20)}},
                           Cancel);
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
  Disk->completeAll();
  auto D = Cache.demand().pin(*File, Pages{1});
  ASSERT_NE(D.pages()[0].Data, nullptr);
  EXPECT_TRUE(holds(D.pages()[0], 1, 1));
}

TEST_F(WriteTest, WhoWaitsForTheRestOfAPageGetsIt) {
  post(0, {1});
  Disk->issued();
  write({PageSize, PageSize + 10});
  auto Main = std::async(std::launch::async,
                         [&] { return has(PageSize + 10, 2 * PageSize); });
  // Asks for what was written: not before the page has come.
  Cache.posting().prefetch(*File, {0, 1}, Pages{1}, Cancel);
  EXPECT_EQ(Main.wait_for(std::chrono::milliseconds(20)),
            std::future_status::timeout);
  Disk->complete();
  EXPECT_TRUE(Main.get());
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
}

TEST_F(WriteTest, APageThatTheEndOfFileCutsIsDropped) {
  Disk->setFileSize(PageSize + 100);
  fetch({1});
  write({PageSize, PageSize + 10});
  EXPECT_EQ(Cache.demand().probe(*File, {{part(PageSize + 20, PageSize + 30)}}),
            0u);
}

TEST_F(WriteTest, ReadInFlightIsDiscarded) {
  post(0, {0, 1});
  Disk->issued();
  comeTo(*File, 1);
  Cache.coherence().beginWrite(*File, {PageSize, PageSize + 1});
  Disk->completeAll();
  Cache.coherence().endWrite(*File, {PageSize, PageSize + 1});
  EXPECT_TRUE(use(0)) << "the same read, but not written to";
  EXPECT_FALSE(use(1));
}

TEST_F(WriteTest, ReadInFlightOverAWholeWriteIsDiscarded) {
  post(0, {1});
  Disk->issued();
  comeTo(*File, 1);
  Cache.coherence().beginWrite(*File, {PageSize, PageSize + 1});
  Cache.coherence().endWrite(*File, {PageSize, PageSize + 1});
  Disk->completeAll();
  EXPECT_FALSE(use(1));
}

TEST_F(WriteTest, WhatACallIsStillToComeForIsFetchedAnew) {
  fetch({0, 1, 2, 3}, 5);
  post(6, {4});
  Disk->issued();
  EXPECT_TRUE(use(3));
  Cache.coherence().beginWrite(*File, {0, 5 * PageSize});
  Disk->completeAll();
  Disk->setVersion(1);
  EXPECT_EQ(Cache.demand().probe(*File, Pages{0, 1, 2, 3, 4}), 0u);
  Cache.coherence().endWrite(*File, {0, 5 * PageSize});
  EXPECT_EQ(Disk->issued(), (vector{read(0, 3), read(4)})) << "3 was used";
  Disk->completeAll();
  auto D = Cache.demand().pin(*File, Pages{4});
  ASSERT_NE(D.pages()[0].Data, nullptr);
  EXPECT_TRUE(holds(D.pages()[0], 4, 1));
}

TEST_F(WriteTest, AfterAnInvalidationAsWell) {
  fetch({1}, 5);
  Disk->issued();
  Cache.coherence().invalidate(*File);
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
  Disk->completeAll();
  comeTo(*File, 6);
  Cache.coherence().invalidate(*File);
  post(7, {2});
  EXPECT_EQ(Disk->issued(), (vector{read(2)})) << "1 is not wanted any more";
}

TEST_F(WriteTest, NothingIsFetchedAThirdTime) {
  fetch({1}, 5);
  Disk->issued();
  Cache.coherence().invalidate(*File);
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
  Disk->completeAll();
  Cache.coherence().invalidate(*File);
  post(7, {2});
  EXPECT_EQ(Disk->issued(), (vector{read(2)}));
}

TEST_F(WriteTest, NothingIsFetchedAnewAfterItsRegion) {
  fetch({1}, 5);
  Disk->issued();
  Cache.posting().endLane(0);
  Cache.coherence().invalidate(*File);
  post(7, {2});
  EXPECT_EQ(Disk->issued(), (vector{read(2)}));
}

TEST_F(WriteTest, WaiterSeesAMiss) {
  post(0, {1});
  Disk->issued();
  comeTo(*File, 1);
  auto Main = std::async(std::launch::async, [&] { return use(1); });
  while (Main.wait_for(std::chrono::milliseconds(5)) !=
         std::future_status::ready) {
    Cache.coherence().beginWrite(*File, {PageSize, PageSize + 1});
    Cache.coherence().endWrite(*File, {PageSize, PageSize + 1});
  }
  EXPECT_FALSE(Main.get());
  EXPECT_EQ(count(Counter::Misses), 1u);
  EXPECT_EQ(count(Counter::UnreadyHits) + count(Counter::ReadyHits), 0u);
}

TEST_F(WriteTest, NothingIsFetchedUntilTheWriteEnds) {
  Cache.coherence().beginWrite(*File, {0, 2 * PageSize});
  Cache.coherence().beginWrite(*File, {PageSize, 2 * PageSize});
  post(0, {0, 1, 2});
  EXPECT_EQ(Disk->issued(), (vector{read(2)}));
  Cache.coherence().endWrite(*File, {0, 2 * PageSize});
  EXPECT_EQ(Disk->issued(), (vector{read(0)}));
  Cache.coherence().endWrite(*File, {PageSize, 2 * PageSize});
  EXPECT_EQ(Disk->issued(), (vector{read(1)}));
}

TEST_F(WriteTest, FetchedAgainAfterwardsItIsNew) {
  fetch({0});
  comeTo(*File, 1);
  Cache.coherence().beginWrite(*File, {0, PageSize});
  Disk->setVersion(1);
  Cache.coherence().endWrite(*File, {0, PageSize});
  fetch({0}, 1);
  auto D = Cache.demand().pin(*File, Pages{0});
  ASSERT_NE(D.pages()[0].Data, nullptr);
  EXPECT_TRUE(holds(D.pages()[0], 0, 1));
}

TEST_F(WriteTest, WriteBehindTheEndOfFileGrowsItsLastPage) {
  Disk->setFileSize(PageSize + 100);
  fetch({0, 1, 2});
  comeTo(*File, 1);
  Cache.coherence().beginWrite(*File, {10 * PageSize, 10 * PageSize + 5});
  Cache.coherence().endWrite(*File, {10 * PageSize, 10 * PageSize + 5});
  EXPECT_EQ(Cache.demand().probe(*File, Pages{0}), 1u);
  EXPECT_EQ(Cache.demand().probe(*File, Pages{1, 2}), 0u);
}

TEST_F(WriteTest, EndOfFileSeenDuringAWriteIsNotBelieved) {
  Disk->setFileSize(PageSize + 100);
  post(0, {0, 1});
  Disk->issued();
  comeTo(*File, 1);
  Cache.coherence().beginWrite(*File, {10 * PageSize, 10 * PageSize + 5});
  Disk->completeAll();
  EXPECT_EQ(Cache.demand().probe(*File, Pages{0}), 1u);
  EXPECT_EQ(Cache.demand().probe(*File, Pages{1}), 0u);
  Cache.coherence().endWrite(*File, {10 * PageSize, 10 * PageSize + 5});
}

TEST_F(WriteTest, WhatCameIsOfUseWhereTheEndIsNotBelieved) {
  Disk->setFileSize(PageSize + 100);
  post(0, {1});
  Disk->issued();
  write({10 * PageSize, 10 * PageSize + 5});
  Disk->complete(100);
  EXPECT_TRUE(Disk->issued().empty()) << "the rest would not be believed";
  EXPECT_TRUE(has(PageSize, PageSize + 100));
  EXPECT_FALSE(has(PageSize + 99, PageSize + 101));
}

TEST_F(WriteTest, HugeWrite) {
  fetch({0, 50});
  comeTo(*File, 1);
  Cache.coherence().beginWrite(*File, {PageSize, uint64_t(1) << 40});
  EXPECT_EQ(Cache.demand().probe(*File, Pages{0, 50}), 1u);
  Cache.coherence().endWrite(*File, {PageSize, uint64_t(1) << 40});
}

TEST_F(WriteTest, InvalidateDropsReadsInFlight) {
  fetch({0});
  post(1, {1});
  Disk->issued();
  comeTo(*File, 2);
  Cache.coherence().invalidate(*File);
  Disk->completeAll();
  EXPECT_EQ(Cache.demand().probe(*File, Pages{0, 1}), 0u);
  EXPECT_EQ(count(Counter::PagesWasted), 2u);
}

TEST_F(WriteTest, EmptyWritesAreNone) {
  fetch({0});
  Cache.coherence().beginWrite(*File, {100, 100});
  Cache.coherence().endWrite(*File, {100, 100});
  EXPECT_TRUE(use(0));
}

} // namespace
