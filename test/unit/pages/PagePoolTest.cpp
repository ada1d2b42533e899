//===- PagePoolTest.cpp - frames, lists and eviction ----------------------===//
//
// A pool of four pages and a scheme that answers as the test says.
//
//===----------------------------------------------------------------------===//

#include "MainThread.h"
#include "ProvidedMemory.h"

#include "pages/PagePool.h"

#include <gtest/gtest.h>

using namespace foreslice;
using foreslice::test::provided;

/// The pool does not look into the engine's part of a file.
struct foreslice::FetchedFile : PagedFile {
  FetchedFile() : PagedFile(*this) {}
};

namespace {

struct FixedPolicy final : EvictionPolicy {
  Victim prefetchedAtLruEnd(size_t Content, bool HaveUsed) override {
    Asked.push_back({Content, HaveUsed});
    return Answer;
  }
  Victim Answer = Victim::None;
  std::vector<std::pair<size_t, bool>> Asked;
};

struct PagePoolTest : testing::Test {
  PagePoolTest() {
    File.Stats = &Counts;
    EXPECT_TRUE(Pool.map());
  }
  Slot fetch(uint64_t Index, uint64_t CallId = 0) {
    Slot S = Pool.acquire(Policy, 0);
    if (S) {
      begin(S, Index, CallId);
      Pool.endLoad(S, 4096);
    }
    return S;
  }
  void begin(Slot S, uint64_t Index, uint64_t CallId = 0) {
    Pool.beginLoad(S, File, {Index, Pool.grid().bytesOf(Index)}, {0, CallId},
                   Purpose::Request);
  }
  bool has(uint64_t Index) { return Pool.find(File, Index) != 0; }
  void use(uint64_t Index) { Pool.use(Pool.find(File, Index)); }
  uint64_t count(Counter C) { return File.Stats->get(C); }

  FileStatistics Counts{"pool-test"};
  FetchedFile File;
  PagePool Pool{4 * 4096, 4096};
  FixedPolicy Policy;
};

TEST_F(PagePoolTest, ThePagesMemoryGoesToAnotherPoolAndBackToTheSystem) {
  FetchedFile Early;
  Early.Stats = &Counts;
  PagePool From{4 * 4096, 4096, Delivery::Early};
  ASSERT_TRUE(From.map());
  Slot S[2];
  for (uint64_t I : {0, 1}) {
    S[I] = From.acquire(Policy, 0);
    From.beginLoad(S[I], Early, {I, From.grid().bytesOf(I)}, {},
                   Purpose::Request);
    *From.frame(S[I]) = std::byte{7};
    From.endLoad(S[I], 4096);
  }
  std::byte *Dropped = From.frame(S[1]), *Own = Pool.frame(1);
  From.drop(S[1]);
  EXPECT_EQ(*Dropped, std::byte{0}) << "given back";

  Slot To = Pool.acquire(Policy, 0);
  Pool.beginLoad(To, File, {0, Pool.grid().bytesOf(0)}, {}, Purpose::Early);
  std::byte *Bytes = From.handOver(S[0]);
  Pool.takeOver(To, Bytes);
  Pool.endLoad(To, 4096);
  EXPECT_FALSE(From.find(Early, 0));
  EXPECT_NE(From.frame(From.acquire(Policy, 0)), Bytes) << "nor used again";
  EXPECT_EQ(Pool.frame(To), Bytes);
  EXPECT_EQ(*Bytes, std::byte{7});
  EXPECT_EQ(Pool.content(), 0u) << "no request is known";
  Pool.drop(Pool.find(File, 0));
  EXPECT_EQ(*Bytes, std::byte{0}) << "given back";
  EXPECT_EQ(Pool.frame(To), Own) << "the frame's own memory";
}

TEST_F(PagePoolTest, EvictsTheLeastRecentlyUsed) {
  for (uint64_t I = 0; I < 4; ++I)
    fetch(I);
  EXPECT_EQ(Pool.content(), 4u);
  for (uint64_t I : {2, 0, 3, 1})
    use(I);
  EXPECT_EQ(Pool.content(), 0u);
  fetch(10);
  EXPECT_FALSE(has(2));
  fetch(11);
  EXPECT_FALSE(has(0));
  EXPECT_TRUE(has(3) && has(1) && has(10) && has(11));
  EXPECT_TRUE(Policy.Asked.empty());
  EXPECT_EQ(count(Counter::PagesUsed), 4u);
  EXPECT_EQ(count(Counter::PagesWasted), 0u);
}

TEST_F(PagePoolTest, WhatIsTakenBackGoesFirstAndIsFoundTillThen) {
  for (uint64_t I = 0; I < 4; ++I)
    fetch(I, I);
  Pool.takeBack(Pool.find(File, 2), {0, 1});
  EXPECT_EQ(Pool.content(), 4u) << "it is for another call";
  Pool.takeBack(Pool.find(File, 2), {0, 2});
  EXPECT_EQ(Pool.content(), 3u);
  EXPECT_TRUE(has(2));
  fetch(10, 10);
  EXPECT_FALSE(has(2));
  EXPECT_EQ(count(Counter::PagesWasted), 1u);
}

TEST_F(PagePoolTest, WhatIsTakenBackOnItsWayIsNoContentOnceItHasCome) {
  Slot S = Pool.acquire(Policy, 0), T = Pool.acquire(Policy, 0);
  begin(S, 5, 5);
  begin(T, 6, 6);
  Pool.takeBack(S, {0, 5});
  Pool.takeBack(T, {0, 6});
  EXPECT_EQ(Pool.content(), 2u);
  Pool.expect(T, {0, 9}, 0);
  Pool.endLoad(S, 4096);
  Pool.endLoad(T, 4096);
  EXPECT_EQ(Pool.content(), 1u) << "6 is expected again";
  EXPECT_TRUE(has(5));
}

TEST_F(PagePoolTest, EvictsTheMostRecentlyUsedWhereTheFileSaysSo) {
  for (uint64_t I = 0; I < 4; ++I)
    fetch(I);
  use(3);
  File.UsedGoFirst = true;
  for (uint64_t I : {2, 0, 1})
    use(I);
  fetch(10);
  EXPECT_FALSE(has(1));
  fetch(11);
  EXPECT_FALSE(has(0));
  EXPECT_TRUE(has(3) && has(2));
}

TEST_F(PagePoolTest, ALimitDropsUsedPagesNowAndLater) {
  for (uint64_t I = 0; I < 4; ++I)
    fetch(I);
  use(3);
  Pool.limit(1);
  EXPECT_FALSE(has(3));
  EXPECT_TRUE(has(0) && has(1) && has(2)) << "not used yet";
  for (uint64_t I : {0, 1, 2})
    use(I);
  EXPECT_NE(fetch(4), 0u);
  EXPECT_FALSE(has(0) || has(1)) << "one for the new page, and one more";
  EXPECT_TRUE(has(2) && has(4));
  Pool.limit(4);
  fetch(5);
  fetch(6);
  EXPECT_TRUE(has(2) && has(4) && has(5) && has(6));
}

TEST_F(PagePoolTest, SecondChanceEvictsAUsedPage) {
  for (uint64_t I = 0; I < 4; ++I)
    fetch(I);
  use(2);
  Policy.Answer = EvictionPolicy::Victim::Used;
  fetch(10); // page 0 is the oldest, but was not used yet
  EXPECT_EQ(Policy.Asked, (decltype(Policy.Asked){{3, true}}));
  EXPECT_FALSE(has(2));
  // Page 0 went to the back of the queue: now page 1 is the oldest.
  Policy.Answer = EvictionPolicy::Victim::Prefetched;
  fetch(11);
  EXPECT_FALSE(has(1));
  EXPECT_TRUE(has(0));
  EXPECT_EQ(count(Counter::PagesWasted), 1u);
}

TEST_F(PagePoolTest, RatherThanAnUnusedPageNothing) {
  for (uint64_t I = 0; I < 4; ++I)
    fetch(I);
  EXPECT_EQ(Pool.acquire(Policy, 0), 0u);
  EXPECT_EQ(Policy.Asked, (decltype(Policy.Asked){{4, false}}));
  EXPECT_TRUE(has(0) && has(1) && has(2) && has(3));
}

TEST_F(PagePoolTest, PinnedPagesStay) {
  for (uint64_t I = 0; I < 4; ++I) {
    fetch(I);
    use(I);
  }
  Slot S = Pool.find(File, 0);
  Pool.pin(S);
  fetch(10);
  EXPECT_TRUE(has(0));
  EXPECT_FALSE(has(1));
  Pool.drop(S);
  EXPECT_FALSE(has(0));
  EXPECT_EQ(Pool[S].Is, Page::State::Ready) << "someone still copies from it";
  EXPECT_NE(fetch(11), S);
  Pool.unpin(S);
  EXPECT_EQ(fetch(12), S);
}

TEST_F(PagePoolTest, DroppedWhileOnItsWay) {
  Slot S = Pool.acquire(Policy, 0);
  begin(S, 7, 0);
  Pool.drop(S);
  EXPECT_FALSE(has(7));
  EXPECT_EQ(Pool.content(), 0u);
  EXPECT_NE(fetch(8), S) << "the read still writes to the frame";
  Pool.endLoad(S, 4096);
  EXPECT_FALSE(has(7));
  EXPECT_EQ(fetch(9), S);
}

TEST_F(PagePoolTest, DroppedWhileSomeoneWaits) {
  Slot S = Pool.acquire(Policy, 0);
  begin(S, 7, 0);
  Pool.pin(S);
  Pool.drop(S);
  Pool.endLoad(S, 4096);
  EXPECT_EQ(Pool[S].Is, Page::State::Ready) << "the waiter has not looked yet";
  EXPECT_NE(fetch(8), S);
  Pool.unpin(S);
  EXPECT_EQ(fetch(9), S);
  EXPECT_NE(fetch(10), S) << "free once";
}

TEST_F(PagePoolTest, PassedPagesAreContentNoMore) {
  for (uint64_t I = 0; I < 4; ++I)
    fetch(I, I);
  test::comeTo(File, 3);
  Pool.retirePassed(0);
  EXPECT_EQ(Pool.content(), 2u) << "the main thread is at call 2 now";
  EXPECT_TRUE(has(0)) << "still good to read";
  fetch(10);
  EXPECT_TRUE(Policy.Asked.empty()) << "evicted without a second chance";
  Pool.retireAll(0);
  EXPECT_EQ(Pool.content(), 0u);
}

TEST_F(PagePoolTest, OnItsWayWhenTheRegionEnds) {
  Slot S = Pool.acquire(Policy, 0);
  begin(S, 7, 0);
  Pool.retireAll(0);
  Pool.endLoad(S, 4096);
  EXPECT_EQ(Pool.content(), 0u);
  EXPECT_TRUE(has(7));
}

TEST_F(PagePoolTest, ExpectedPagesAreContentAgain) {
  fetch(0);
  use(0);
  Pool.expect(Pool.find(File, 0), {0, 5}, 0);
  EXPECT_EQ(Pool.content(), 1u);
  for (uint64_t I = 1; I < 4; ++I)
    fetch(I);
  EXPECT_EQ(Pool.acquire(Policy, 0), 0u) << "protected until it is used again";
  use(0);
  Policy.Answer = EvictionPolicy::Victim::Used;
  EXPECT_NE(fetch(4), 0u);
  EXPECT_EQ(count(Counter::PagesUsed), 1u) << "once a fetch";
}

TEST_F(PagePoolTest, CountsPollution) {
  for (uint64_t I = 0; I < 4; ++I)
    fetch(I);
  use(0);
  Policy.Answer = EvictionPolicy::Victim::Used;
  fetch(10); // evicts page 0
  EXPECT_EQ(count(Counter::PagesRefetched), 0u);
  use(10);
  fetch(0);
  EXPECT_EQ(count(Counter::PagesRefetched), 1u);
}

TEST_F(PagePoolTest, NothingGoesForWhatIsUsedLater) {
  Pool.followFuture(true);
  test::comeTo(File, 1);
  for (uint64_t I = 0; I < 4; ++I) {
    fetch(I);
    use(I);
    Pool.expectLater(Pool.find(File, I), 0, 10 * (I + 1));
  }
  for (uint64_t Gone : {3, 2}) {
    Slot S = Pool.acquire(Policy, 25);
    ASSERT_NE(S, 0u);
    begin(S, 100 + Gone);
    Pool.endLoad(S, 4096);
    EXPECT_FALSE(has(Gone));
  }
  EXPECT_EQ(Pool.acquire(Policy, 25), 0u);
  EXPECT_TRUE(has(0) && has(1));
}

TEST(PoolMemoryTest, IsMappedOnceAndNotTouched) {
  PagePool Pool(64 << 20, 64 << 10);
  ASSERT_TRUE(Pool.map());
  EXPECT_EQ(provided(Pool), 0u);
  const std::byte *First = Pool.frame(1);
  ASSERT_TRUE(Pool.map());
  EXPECT_EQ(Pool.frame(1), First);
}

} // namespace
