//===- SchemesTest.cpp - the schemes that are not preemptive --------------===//
//
// Scripted sequences after Suneja 2010, section 3.2.1: each scheme alone, on a
// pool of 1000 pages, and then the engine under it, on one of 100.
//
//===----------------------------------------------------------------------===//

#include "CacheFixture.h"
#include "MainThread.h"
#include "scheme/AdaptWin.h"
#include "scheme/Auto.h"
#include "scheme/FixedSchemes.h"

#include <thread>

using namespace foreslice;
using namespace foreslice::test;

namespace {

using std::vector;

//===----------------------------------------------------------------------===//
// adapt_win
//===----------------------------------------------------------------------===//

TEST(AdaptWin, StartsAtTwoAndFourPercent) {
  AdaptWin S(1000);
  EXPECT_EQ(S.min(), 20u);
  EXPECT_EQ(S.max(), 40u);
  AdaptWin Tiny(2);
  EXPECT_EQ(Tiny.min(), 1u);
  EXPECT_EQ(Tiny.max(), 2u);
}

TEST(AdaptWin, FillsToMaxAndHoldsUntilMin) {
  AdaptWin S(1000);
  EXPECT_EQ(S.mayFetch(0, false), 40u);
  EXPECT_EQ(S.mayFetch(39, false), 1u);
  EXPECT_EQ(S.mayFetch(40, false), 0u);
  EXPECT_EQ(S.mayFetch(21, false), 0u);
  EXPECT_EQ(S.mayFetch(20, false), 20u);
  EXPECT_EQ(S.mayFetch(30, false), 10u) << "not suspended any more";
}

TEST(AdaptWin, MissesDoubleMaxTo16Percent) {
  AdaptWin S(1000);
  for (size_t Expected : {80, 160, 160, 160}) {
    S.missed(0);
    EXPECT_EQ(S.max(), Expected);
  }
  EXPECT_EQ(S.mayFetch(0, false), 160u);
  EXPECT_EQ(S.min(), 20u) << "fixed";
}

TEST(AdaptWin, AMissDoesNotResume) {
  AdaptWin S(1000);
  S.mayFetch(40, false);
  S.missed(30);
  EXPECT_EQ(S.max(), 80u);
  EXPECT_EQ(S.mayFetch(30, false), 0u);
  S.used(20);
  EXPECT_EQ(S.mayFetch(20, false), 60u);
}

TEST(AdaptWin, APeriodWithoutMissHalvesMax) {
  AdaptWin S(1000);
  S.missed(0);
  S.missed(0);
  EXPECT_EQ(S.max(), 160u);
  S.mayFetch(160, false);
  S.used(20);
  EXPECT_EQ(S.max(), 160u) << "the period had misses";
  S.mayFetch(160, false);
  S.used(21);
  EXPECT_EQ(S.max(), 160u) << "not at thresh_min yet";
  S.used(20);
  EXPECT_EQ(S.max(), 80u);
  S.used(19);
  EXPECT_EQ(S.max(), 80u) << "once a period";
  for (size_t Expected : {40, 40}) {
    S.mayFetch(S.max(), false);
    S.used(20);
    EXPECT_EQ(S.max(), Expected) << "never below what it was at first";
  }
}

TEST(AdaptWin, AMissWhileSuspendedCountsForThePeriod) {
  AdaptWin S(1000);
  S.missed(0);
  S.mayFetch(80, false);
  S.missed(50);
  EXPECT_EQ(S.max(), 160u);
  S.used(20);
  EXPECT_EQ(S.max(), 160u);
}

//===----------------------------------------------------------------------===//
// The fixed ones
//===----------------------------------------------------------------------===//

TEST(FixThresh, Keeps16Percent) {
  FixThresh S(1000);
  EXPECT_EQ(S.mayFetch(0, false), 160u);
  EXPECT_EQ(S.mayFetch(159, false), 1u);
  EXPECT_EQ(S.mayFetch(160, false), 0u);
  EXPECT_EQ(S.mayFetch(170, false), 0u);
  S.missed(0);
  S.used(150);
  EXPECT_EQ(S.mayFetch(150, false), 10u) << "at once, and no more than before";
  EXPECT_EQ(FixThresh(2).mayFetch(0, false), 1u);
}

TEST(ExclCache, KeepsThePoolFull) {
  ExclCache S(1000);
  EXPECT_EQ(S.mayFetch(0, false), 1000u);
  EXPECT_EQ(S.mayFetch(999, false), 1u);
  EXPECT_EQ(S.mayFetch(1000, false), 0u);
  EXPECT_EQ(S.prefetchedAtLruEnd(500, true), EvictionPolicy::Victim::Used);
  EXPECT_EQ(S.prefetchedAtLruEnd(1000, false), EvictionPolicy::Victim::None);
}

TEST(NoHolds, HoldsNothing) {
  NoHolds S(1000);
  EXPECT_EQ(S.mayFetch(1000, false), SIZE_MAX);
  EXPECT_EQ(S.prefetchedAtLruEnd(1000, true),
            EvictionPolicy::Victim::Prefetched);
  EXPECT_EQ(S.prefetchedAtLruEnd(1000, false),
            EvictionPolicy::Victim::Prefetched);
}

//===----------------------------------------------------------------------===//
// The engine under them
//===----------------------------------------------------------------------===//

struct SchemesTest : CacheTest {
  using CacheTest::CacheTest;
  static Pages range(uint64_t First, uint64_t End) {
    vector<uint64_t> P;
    for (; First < End; ++First)
      P.push_back(First);
    return Pages(P);
  }
  /// Lets storage deliver all, and what goes out then; gives the pages.
  size_t deliver(uint64_t ServiceNs = 1'000'000) {
    Disk->completeAll(ServiceNs);
    size_t Bytes = 0;
    for (const Issued &I : Disk->issued())
      Bytes += I.Bytes;
    return Bytes / PageSize;
  }
};
struct TwoReadsTest : SchemesTest, testing::WithParamInterface<SchemeKind> {
  TwoReadsTest() : SchemesTest(2) {}
};

TEST_F(SchemesTest, ARequestThatWasBegunIsFetchedToItsEnd) {
  Cache.setScheme(SchemeKind::FixThresh);
  post(0, range(0, 20));
  post(1, {30});
  EXPECT_EQ(deliver(), 20u) << "16 % of the pool, and the rest of the request";
  for (uint64_t P = 0; P < 4; ++P)
    EXPECT_TRUE(use(P));
  EXPECT_EQ(deliver(), 0u) << "16 % are there";
  EXPECT_TRUE(use(4));
  EXPECT_EQ(Disk->issued(), (vector{read(30)}));
}

TEST_F(SchemesTest, PreemptiveOnesStopWithinARequest) {
  Cache.setScheme(SchemeKind::PAdaptWin);
  post(0, range(0, 20));
  EXPECT_EQ(deliver(), 16u);
}

TEST_P(TwoReadsTest, ADemandReadHoldsBackNewRequests) {
  bool Preemptive = GetParam() == SchemeKind::PAdaptWin;
  Cache.setScheme(GetParam());
  post(0, {0, 2, 4});
  post(1, {6});
  EXPECT_EQ(Disk->issued(), (vector{read(0), read(2)}));
  auto D = Cache.demand(*File, Pages{90});
  Disk->complete();
  EXPECT_EQ(Disk->issued(), Preemptive ? vector<Issued>() : vector{read(4)});
  if (!Preemptive) {
    Disk->complete();
    EXPECT_EQ(Disk->issued(), vector<Issued>()) << "the other is not begun";
  }
  Cache.demandDone();
  EXPECT_EQ(Disk->issued().size(), 1u);
}
INSTANTIATE_TEST_SUITE_P(
    All, TwoReadsTest,
    testing::Values(SchemeKind::PAdaptWin, SchemeKind::AdaptWin,
                    SchemeKind::FixThresh, SchemeKind::ExclCache,
                    SchemeKind::NoHolds),
    [](const auto &Info) { return std::string(schemeName(Info.param)); });

TEST_F(SchemesTest, AdaptWinFetchesInPortions) {
  Cache.setScheme(SchemeKind::AdaptWin);
  for (uint64_t P = 0; P < 40; ++P)
    post(P, {P});
  EXPECT_EQ(deliver(), 4u);
  EXPECT_TRUE(use(0));
  EXPECT_EQ(deliver(), 0u);
  EXPECT_TRUE(use(1));
  EXPECT_EQ(deliver(), 2u) << "at 2 %";
  EXPECT_FALSE(use(90));
  EXPECT_TRUE(use(2) && use(3));
  EXPECT_EQ(deliver(), 6u) << "up to 8 %";
}

TEST_F(SchemesTest, ExclCacheGivesUsedPagesUp) {
  Cache.setScheme(SchemeKind::ExclCache);
  for (uint64_t P = 0; P < 110; ++P)
    post(P, {P});
  EXPECT_EQ(deliver(), 100u) << "none is evicted unused";
  EXPECT_TRUE(use(0) && use(50));
  EXPECT_EQ(deliver(), 2u);
  EXPECT_EQ(Cache.probe(*File, Pages{0, 50}), 0u);
  EXPECT_EQ(count(Counter::PagesWasted), 0u);
}

TEST_F(SchemesTest, NoHoldsEvictsUnusedPages) {
  Cache.setScheme(SchemeKind::NoHolds);
  for (uint64_t P = 0; P < 110; ++P)
    post(P, {P});
  EXPECT_EQ(deliver(), 110u);
  EXPECT_EQ(count(Counter::PagesWasted), 10u);
  EXPECT_EQ(Cache.probe(*File, range(0, 10)), 0u);
  EXPECT_EQ(Cache.probe(*File, range(10, 110)), 100u);
}

TEST_F(SchemesTest, FixThreshKeepsUsedPagesForRereads) {
  Cache.setScheme(SchemeKind::FixThresh);
  for (uint64_t P = 0; P < 100; ++P) {
    fetch({P}, P);
    EXPECT_TRUE(use(P));
  }
  fetch(range(100, 110), 100);
  EXPECT_EQ(Cache.probe(*File, range(0, 10)), 0u) << "the oldest";
  EXPECT_EQ(Cache.probe(*File, range(10, 110)), 100u);
}

//===----------------------------------------------------------------------===//
// auto: by what is known of the future
//===----------------------------------------------------------------------===//

TEST(Auto, TheHorizonIsWhatIsReadWhileStorageAnswers) {
  Auto S({.PoolPages = 1000});
  EXPECT_EQ(S.horizon(), 1000u) << "nothing is known";
  S.fetched(2'000'000);
  EXPECT_EQ(S.horizon(), 1000u);
  S.computed(2, 400'000);
  EXPECT_EQ(S.horizon(), 20u) << "twice 2 ms, at 200 us a page";
  for (int I = 0; I < 100; ++I)
    S.computed(1, 10'000'000);
  EXPECT_EQ(S.horizon(), 1u);
  for (int I = 0; I < 100; ++I)
    S.computed(1, 0);
  EXPECT_EQ(S.horizon(), 1000u);
}

TEST(Auto, LessIsGivenUpTheFartherItIsAhead) {
  Auto S({.PoolPages = 1000});
  S.fetched(1'000'000);
  S.computed(1, 200'000);
  ASSERT_EQ(S.horizon(), 10u);
  EXPECT_TRUE(S.isUrgent(19));
  EXPECT_FALSE(S.isUrgent(20));
  EXPECT_TRUE(S.mayEvict(249)) << "a quarter of the pool";
  EXPECT_FALSE(S.mayEvict(250));
  for (int I = 0; I < 100; ++I)
    S.fetched(100'000'000);
  ASSERT_GT(S.horizon(), 62u);
  EXPECT_TRUE(S.mayEvict(250)) << "or four times the horizon";
}

TEST(Auto, QueuesAtStorageDoNotDeepenThemselves) {
  Auto S({.PoolPages = 1000});
  auto Fetch = [&](int Times, uint64_t Ns) {
    for (int I = 0; I < Times; ++I)
      S.fetched(Ns);
  };
  Fetch(1, 1'000'000);
  S.computed(1, 200'000);
  EXPECT_EQ(S.mostCalls(), 10u) << "twice 1 ms, at 200 us a call";
  Fetch(16, 8'000'000);
  EXPECT_LT(S.mostCalls(), 30u);
  Fetch(16, 1'000'000);
  EXPECT_LT(S.mostCalls(), 14u);
  Fetch(400, 8'000'000);
  EXPECT_GT(S.mostCalls(), 75u) << "storage is slower now";
}

TEST(Auto, RequestsQueueIfTheyTakeLongerThanTheyMust) {
  Auto S({.PoolPages = 1000});
  auto Fetch = [&](int Times, uint64_t Ns) {
    for (int I = 0; I < Times; ++I)
      S.fetched(Ns);
  };
  EXPECT_TRUE(S.requestsQueue());
  Fetch(15, 1'000'000);
  EXPECT_TRUE(S.requestsQueue()) << "too few to know";
  Fetch(1, 1'000'000);
  EXPECT_FALSE(S.requestsQueue());
  Fetch(8, 1'400'000);
  EXPECT_FALSE(S.requestsQueue());
  Fetch(8, 2'400'000);
  EXPECT_TRUE(S.requestsQueue());
  Fetch(8, 1'400'000);
  EXPECT_TRUE(S.requestsQueue());
  Fetch(16, 1'000'000);
  EXPECT_FALSE(S.requestsQueue());
}

TEST(Auto, ComesBackForManyPages) {
  Auto S({.PoolPages = 1000});
  S.fetched(1'000'000);
  S.computed(1, 200'000);
  EXPECT_EQ(S.mayFetch(0, false), SIZE_MAX);
  EXPECT_EQ(S.mayFetch(0, true), 0u);
  S.putOff(1000);
  EXPECT_EQ(S.mayFetch(751, false), 0u);
  EXPECT_EQ(S.mayFetch(750, false), SIZE_MAX);
  S.putOff(12);
  EXPECT_EQ(S.mayFetch(11, false), 0u);
  EXPECT_EQ(S.mayFetch(10, false), SIZE_MAX) << "the horizon";
  S.putOff(5);
  EXPECT_EQ(S.mayFetch(4, false), SIZE_MAX) << "less cannot be waited for";
  S.putOff(1000);
  S.missed(900);
  EXPECT_EQ(S.mayFetch(900, false), SIZE_MAX);
  S.putOff(1000);
  S.used(750);
  EXPECT_FALSE(S.suspended());
}

struct AutoTest : SchemesTest {
  AutoTest() { Cache.setScheme(SchemeKind::Auto); }
  /// Posts one page a call.
  void postCalls(const vector<uint64_t> &Order) {
    for (uint64_t P : Order)
      post(Posted++, {P});
  }
  bool next(uint64_t Page) {
    File->Positions.callBegins(0);
    return use(Page);
  }
  static vector<uint64_t> cycle(uint64_t N, uint64_t Times) {
    vector<uint64_t> Out;
    for (uint64_t I = 0; I < N * Times; ++I)
      Out.push_back(I % N);
    return Out;
  }
  uint64_t Posted = 0;
};

TEST_F(AutoTest, FillsThePoolAndEvictsNothingUnused) {
  postCalls(cycle(150, 1));
  EXPECT_EQ(deliver(), 100u);
  for (uint64_t P = 0; P < 100; ++P)
    EXPECT_TRUE(next(P));
  EXPECT_EQ(deliver(), 50u);
  EXPECT_EQ(count(Counter::PagesWasted), 0u);
}

TEST_F(AutoTest, WhatIsReadAgainStays) {
  postCalls(cycle(100, 3));
  EXPECT_EQ(deliver(), 100u);
  for (uint64_t P : cycle(100, 3))
    EXPECT_TRUE(next(P));
  EXPECT_EQ(deliver(), 0u);
}

/// A cycle one and a half times as large as the pool, of which the least
/// recently used page is the one that is needed first.
TEST_F(AutoTest, OfACycleAsMuchStaysAsFits) {
  vector<uint64_t> Order = cycle(150, 4);
  for (uint64_t &P : Order)
    P *= 2; // nothing to merge: small reads take long for what they give
  postCalls(Order);
  size_t Fetched = 0;
  for (uint64_t P : Order) {
    Fetched += deliver(20'000);
    // So that a page ahead is early enough.
    std::this_thread::sleep_for(std::chrono::microseconds(50));
    ASSERT_TRUE(next(P)) << P;
  }
  // The best there is: 100 stay, 50 are fetched in each cycle.
  EXPECT_GE(Fetched, 150u + 3 * 50);
  EXPECT_LE(Fetched, 150u + 3 * 75);
}

TEST_F(AutoTest, NothingIsEvictedForWhatIsUsedLater) {
  postCalls(cycle(100, 1));
  deliver();
  for (uint64_t P = 0; P < 50; ++P)
    EXPECT_TRUE(next(P));
  // Half of the pool was used. Of that, 0 to 9 come before, 10 to 19 after what
  // is new, and of the rest nothing is known.
  for (uint64_t P = 0; P < 10; ++P)
    postCalls({P});
  for (uint64_t P = 200; P < 245; ++P)
    postCalls({P});
  for (uint64_t P = 10; P < 20; ++P)
    postCalls({P});
  EXPECT_EQ(deliver(), 40u) << "in place of 20 to 49 and of 19 to 10";
  EXPECT_EQ(Cache.probe(*File, range(0, 10)), 10u);
  EXPECT_EQ(Cache.probe(*File, range(10, 50)), 0u);
  EXPECT_EQ(Cache.probe(*File, range(50, 100)), 50u);
  EXPECT_EQ(Cache.probe(*File, range(200, 240)), 40u);
}

TEST_F(AutoTest, APageThatSeveralCallsReadStaysUntilTheLast) {
  for (uint64_t P = 0; P < 100; ++P)
    postCalls({P, P}); // one entry
  postCalls({300});
  EXPECT_EQ(deliver(), 100u);
  EXPECT_TRUE(next(0));
  EXPECT_EQ(deliver(), 0u) << "0 is read once more";
  EXPECT_TRUE(next(0));
  EXPECT_EQ(deliver(), 1u);
  EXPECT_EQ(Cache.probe(*File, Pages{0}), 0u);
}

TEST_F(AutoTest, WithoutAKnownFutureTheLeastRecentlyUsedGoes) {
  postCalls(cycle(100, 1));
  deliver();
  for (uint64_t P = 0; P < 100; ++P)
    EXPECT_TRUE(next(P));
  EXPECT_TRUE(next(0));
  Posted = 101;
  postCalls({200});
  EXPECT_EQ(deliver(), 1u);
  EXPECT_EQ(Cache.probe(*File, Pages{1}), 0u);
  EXPECT_EQ(Cache.probe(*File, Pages{0}), 1u);
}

TEST_F(AutoTest, WhatWasKeptForNothingGoesFirst) {
  postCalls(cycle(100, 1));
  deliver();
  for (uint64_t P = 0; P < 100; ++P)
    EXPECT_TRUE(next(P));
  postCalls({0, 1}); // they are kept, and the main thread passes them
  deliver();
  comeTo(*File, 110);
  Posted = 110;
  postCalls({200, 201});
  EXPECT_EQ(deliver(), 2u);
  EXPECT_EQ(Cache.probe(*File, Pages{0, 1}), 0u);
  EXPECT_EQ(Cache.probe(*File, range(2, 100)), 98u);
}

TEST_F(AutoTest, TheEndOfARegionForgetsTheFuture) {
  postCalls(cycle(100, 2));
  deliver();
  for (uint64_t P = 0; P < 60; ++P)
    EXPECT_TRUE(next(P));
  Cache.endLane(0);
  comeTo(*File, Posted = 0);
  postCalls(cycle(10, 1));
  post(10, range(200, 290));
  EXPECT_EQ(deliver(), 90u);
  EXPECT_EQ(Cache.probe(*File, range(0, 10)), 10u);
}

TEST_F(AutoTest, AnotherSchemeTakesOver) {
  postCalls(cycle(100, 2));
  deliver();
  for (uint64_t P = 0; P < 100; ++P)
    EXPECT_TRUE(next(P));
  Cache.setScheme(SchemeKind::PAdaptWin);
  Cache.endLane(0);
  Posted = 100;
  postCalls({200});
  EXPECT_EQ(deliver(), 1u);
  EXPECT_EQ(Cache.probe(*File, range(0, 100)), 99u);
}

/// The main thread computes twice as long as storage takes: a page ahead is
/// early enough.
struct SlowProgramTest : AutoTest {
  SlowProgramTest() {
    postCalls(cycle(100, 1));
    deliver();
    for (uint64_t P = 0; P < 100; ++P)
      EXPECT_TRUE(next(P));
    // After so many with a pause those without count no more.
    for (uint64_t P = 0; P < 30; ++P) {
      std::this_thread::sleep_for(std::chrono::milliseconds(4));
      EXPECT_TRUE(next(P));
    }
    Posted = File->Positions.next(0);
  }
};

TEST_F(SlowProgramTest, LeavesThreeQuartersToUsedPages) {
  for (uint64_t P = 200; P < 260; ++P)
    postCalls({P});
  EXPECT_EQ(deliver(), 25u);
}

TEST_F(SlowProgramTest, HasFewCallsInFlight) {
  for (uint64_t P = 200; P < 224; P += 2)
    postCalls({P});
  EXPECT_EQ(Disk->issued().size(), 4u);
  Disk->complete();
  EXPECT_EQ(Disk->issued().size(), 1u) << "in its place";
}

} // namespace
