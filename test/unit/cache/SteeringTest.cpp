//===- SteeringTest.cpp - what is changed while pages are fetched ---------===//
//
// CacheControl::steer() between the reads of a program, on a pool of 100 pages.
//
//===----------------------------------------------------------------------===//

#include "SchemesFixture.h"

using namespace foreslice;
using namespace foreslice::test;

namespace {

using Steered = CacheControl::Steered;

struct SteeringTest : SchemesTest {
  SteeringTest() { Cache.posting().setScheme(SchemeKind::NoHolds); }
  /// What is not changed is as the cache has it by itself.
  template <class T> void steer(T Steered::*What, T To) {
    Steered S;
    S.*What = To;
    Cache.control().steer(S);
  }
  void steer(SchemeKind To) {
    steer(&Steered::Scheme, std::optional<SchemeKind>(To));
  }
  void letGo() { Cache.control().steer({}); }
};

TEST_F(SteeringTest, SoMuchIsFetchedAheadAtMost) {
  steer(&Steered::MostAhead, size_t(4));
  EXPECT_EQ(Cache.posting().mostAhead(*File), 4u);
  for (uint64_t P = 0; P < 20; ++P)
    post(P, {P});
  EXPECT_EQ(deliver(), 4u);
  EXPECT_TRUE(use(0));
  EXPECT_EQ(deliver(), 1u);
  steer(&Steered::MostAhead, size_t(10));
  EXPECT_EQ(deliver(), 6u) << "at once";
  letGo();
  EXPECT_EQ(deliver(), 9u) << "all that is left";
}

TEST_F(SteeringTest, NothingAheadIsNothingAskedFor) {
  steer(&Steered::MostAhead, size_t(0));
  EXPECT_FALSE(Cache.posting().wanted(*File));
  EXPECT_TRUE(Cache.demand().pays(*File)) << "what is cached is served";
  letGo();
  EXPECT_TRUE(Cache.posting().wanted(*File));
}

TEST_F(SteeringTest, WithoutCachingNothingIsLookedFor) {
  steer(&Steered::Caching, false);
  EXPECT_FALSE(Cache.posting().pays());
  EXPECT_FALSE(Cache.demand().pays(*File));
  EXPECT_FALSE(Cache.posting().wanted(*File));
  letGo();
  EXPECT_TRUE(Cache.posting().pays());
}

TEST_F(SteeringTest, ASchemeThatIsSteeredBeatsThoseOfRegions) {
  steer(SchemeKind::FixThresh);
  Cache.posting().setScheme(SchemeKind::ExclCache);
  EXPECT_EQ(Cache.control().scheme(), SchemeKind::FixThresh);
  letGo();
  EXPECT_EQ(Cache.control().scheme(), SchemeKind::ExclCache)
      << "the last asked for";
}

TEST_F(SteeringTest, APartOfThePoolIsFilled) {
  for (uint64_t P = 0; P < 60; ++P) {
    fetch({P}, P);
    EXPECT_TRUE(use(P));
  }
  steer(&Steered::PoolPercent, 20u);
  EXPECT_EQ(Cache.demand().probe(*File, range(0, 40)), 0u) << "the oldest";
  EXPECT_EQ(Cache.demand().probe(*File, range(40, 60)), 20u);
  Disk->issued();
  for (uint64_t P = 60; P < 90; ++P)
    post(P, {P});
  EXPECT_EQ(deliver(), 30u);
  EXPECT_EQ(Cache.demand().probe(*File, range(0, 90)), 20u);
  letGo();
  for (uint64_t P = 90; P < 120; ++P)
    post(P, {P});
  deliver();
  EXPECT_EQ(Cache.demand().probe(*File, range(0, 120)), 50u);
}

/// Calls that another scheme has begun end under the new one.
TEST_F(SteeringTest, CallsInFlightGoOnUnderAnotherScheme) {
  for (uint64_t P = 0; P < 40; P += 2)
    post(P, {P});
  EXPECT_FALSE(Disk->issued().empty());
  steer(SchemeKind::ExclCache);
  EXPECT_GT(deliver(), 0u);
  for (uint64_t P = 40; P < 60; P += 2)
    post(P, {P});
  deliver();
  EXPECT_EQ(Cache.demand().probe(*File, range(0, 60)), 30u);
}

} // namespace
