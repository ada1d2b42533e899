//===- SchemesTest.cpp - the schemes that are not preemptive --------------===//
//
// Scripted sequences after Suneja 2010, section 3.2.1: each scheme alone, on a
// pool of 1000 pages, and then the engine under it, on one of 100.
//
//===----------------------------------------------------------------------===//

#include "SchemesFixture.h"
#include "scheme/AdaptWin.h"
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

struct TwoReadsTest : SchemesTest, testing::WithParamInterface<SchemeKind> {
  TwoReadsTest() : SchemesTest(2) {}
};

TEST_F(SchemesTest, ARequestThatWasBegunIsFetchedToItsEnd) {
  Cache.posting().setScheme(SchemeKind::FixThresh);
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
  Cache.posting().setScheme(SchemeKind::PAdaptWin);
  post(0, range(0, 20));
  EXPECT_EQ(deliver(), 16u);
}

TEST_P(TwoReadsTest, ADemandReadHoldsBackNewRequests) {
  bool Preemptive = GetParam() == SchemeKind::PAdaptWin;
  Cache.posting().setScheme(GetParam());
  post(0, {0, 2, 4});
  post(1, {6});
  EXPECT_EQ(Disk->issued(), (vector{read(0), read(2)}));
  auto D = Cache.demand().pin(*File, Pages{90});
  Disk->complete();
  EXPECT_EQ(Disk->issued(), Preemptive ? vector<Issued>() : vector{read(4)});
  if (!Preemptive) {
    Disk->complete();
    EXPECT_EQ(Disk->issued(), vector<Issued>()) << "the other is not begun";
  }
  D.over();
  EXPECT_EQ(Disk->issued().size(), 1u);
}
INSTANTIATE_TEST_SUITE_P(
    All, TwoReadsTest,
    testing::Values(SchemeKind::PAdaptWin, SchemeKind::AdaptWin,
                    SchemeKind::FixThresh, SchemeKind::ExclCache,
                    SchemeKind::NoHolds),
    [](const auto &Info) { return std::string(schemeName(Info.param)); });

TEST_F(SchemesTest, AdaptWinFetchesInPortions) {
  Cache.posting().setScheme(SchemeKind::AdaptWin);
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
  Cache.posting().setScheme(SchemeKind::ExclCache);
  for (uint64_t P = 0; P < 110; ++P)
    post(P, {P});
  EXPECT_EQ(deliver(), 100u) << "none is evicted unused";
  EXPECT_TRUE(use(0) && use(50));
  EXPECT_EQ(deliver(), 2u);
  EXPECT_EQ(Cache.demand().probe(*File, Pages{0, 50}), 0u);
  EXPECT_EQ(count(Counter::PagesWasted), 0u);
}

TEST_F(SchemesTest, NoHoldsEvictsUnusedPages) {
  Cache.posting().setScheme(SchemeKind::NoHolds);
  for (uint64_t P = 0; P < 110; ++P)
    post(P, {P});
  EXPECT_EQ(deliver(), 110u);
  EXPECT_EQ(count(Counter::PagesWasted), 10u);
  EXPECT_EQ(Cache.demand().probe(*File, range(0, 10)), 0u);
  EXPECT_EQ(Cache.demand().probe(*File, range(10, 110)), 100u);
}

TEST_F(SchemesTest, AfterMuchWasteAFewPagesAreTriedOnceARestIsOver) {
  Cache.posting().setScheme(SchemeKind::NoHolds);
  for (uint64_t P = 0; P < 200; ++P)
    post(P, {P});
  EXPECT_EQ(deliver(), 200u);
  EXPECT_EQ(count(Counter::PagesWasted), 100u);
  EXPECT_FALSE(Cache.posting().pays());
  unsigned Calls = 1;
  while (!Cache.posting().wanted(*File) && Calls < 1000)
    ++Calls;
  EXPECT_GE(Calls, 64u);
  EXPECT_LE(Calls, 192u);
  EXPECT_TRUE(Cache.posting().pays()) << "reads look for what is tried";
  EXPECT_EQ(Cache.posting().mostAhead(*File), 16u);
  EXPECT_EQ(count(Counter::PagesWasted), 200u) << "before the trial";
  for (uint64_t P = 500; P < 540; ++P)
    post(P, {P});
  EXPECT_EQ(deliver(), 16u);
  for (uint64_t P = 500; P < 516; ++P)
    EXPECT_TRUE(use(P));
  EXPECT_GE(deliver(), 16u);
  EXPECT_GT(Cache.posting().mostAhead(*File), 16u);
}

TEST_F(SchemesTest, FixThreshKeepsUsedPagesForRereads) {
  Cache.posting().setScheme(SchemeKind::FixThresh);
  for (uint64_t P = 0; P < 100; ++P) {
    fetch({P}, P);
    EXPECT_TRUE(use(P));
  }
  fetch(range(100, 110), 100);
  EXPECT_EQ(Cache.demand().probe(*File, range(0, 10)), 0u) << "the oldest";
  EXPECT_EQ(Cache.demand().probe(*File, range(10, 110)), 100u);
}

} // namespace
