//===- AutoTest.cpp - the scheme that goes by the future
//-------------------===//
//
// The scheme alone, on a pool of 1000 pages, and then the engine under it, on
// one of 100.
//
//===----------------------------------------------------------------------===//

#include "scheme/Auto.h"
#include "SchemesFixture.h"

using namespace foreslice;
using namespace foreslice::test;

namespace {

using std::vector;

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

TEST(Auto, TimeInReadsThatNobodyToldOfIsNoComputation) {
  Auto S({.PoolPages = 1000});
  S.fetched(2'000'000);
  S.readBegins(1, 1'000'000);
  S.readEnds(2'000'000);
  S.readElsewhere();
  S.readBegins(1, 9'000'000'000);
  EXPECT_EQ(S.horizon(), 1000u);
  S.readEnds(9'000'100'000);
  S.readBegins(1, 9'000'300'000);
  EXPECT_EQ(S.horizon(), 20u) << "twice 2 ms, at 200 us a page";
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
  AutoTest() { Cache.posting().setScheme(SchemeKind::Auto); }
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
  EXPECT_EQ(Cache.demand().probe(*File, range(0, 10)), 10u);
  EXPECT_EQ(Cache.demand().probe(*File, range(10, 50)), 0u);
  EXPECT_EQ(Cache.demand().probe(*File, range(50, 100)), 50u);
  EXPECT_EQ(Cache.demand().probe(*File, range(200, 240)), 40u);
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
  EXPECT_EQ(Cache.demand().probe(*File, Pages{0}), 0u);
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
  EXPECT_EQ(Cache.demand().probe(*File, Pages{1}), 0u);
  EXPECT_EQ(Cache.demand().probe(*File, Pages{0}), 1u);
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
  EXPECT_EQ(Cache.demand().probe(*File, Pages{0, 1}), 0u);
  EXPECT_EQ(Cache.demand().probe(*File, range(2, 100)), 98u);
}

TEST_F(AutoTest, TheEndOfARegionForgetsTheFuture) {
  postCalls(cycle(100, 2));
  deliver();
  for (uint64_t P = 0; P < 60; ++P)
    EXPECT_TRUE(next(P));
  Cache.posting().endLane(0);
  comeTo(*File, Posted = 0);
  postCalls(cycle(10, 1));
  post(10, range(200, 290));
  EXPECT_EQ(deliver(), 90u);
  EXPECT_EQ(Cache.demand().probe(*File, range(0, 10)), 10u);
}

TEST_F(AutoTest, AnotherSchemeTakesOver) {
  postCalls(cycle(100, 2));
  deliver();
  for (uint64_t P = 0; P < 100; ++P)
    EXPECT_TRUE(next(P));
  Cache.posting().setScheme(SchemeKind::PAdaptWin);
  Cache.posting().endLane(0);
  Posted = 100;
  postCalls({200});
  EXPECT_EQ(deliver(), 1u);
  EXPECT_EQ(Cache.demand().probe(*File, range(0, 100)), 99u);
}

/// The main thread computes twice as long as storage takes: a page ahead is
/// early enough.
struct SlowProgramTest : AutoTest {
  static constexpr uint64_t ServiceNs = 1'000'000;
  SlowProgramTest() {
    postCalls(cycle(100, 1));
    deliver(ServiceNs);
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
  EXPECT_EQ(deliver(ServiceNs), 25u);
}

TEST_F(SlowProgramTest, HasFewCallsInFlight) {
  for (uint64_t P = 200; P < 224; P += 2)
    postCalls({P});
  EXPECT_EQ(Disk->issued().size(), 4u);
  Disk->complete();
  EXPECT_EQ(Disk->issued().size(), 1u) << "in its place";
}

} // namespace
