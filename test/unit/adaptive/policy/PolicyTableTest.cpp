//===- PolicyTableTest.cpp - which class chooses which policy -------------===//

#include "adaptive/policy/PolicyTable.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

constexpr AccessClass Sequential = {ReadWrite::ReadOnly,
                                    Sequentiality::Sequential,
                                    SizeKind::Uniform, RequestSize::Large};

TEST(PolicyTableTest, LargeSequentialReadsAreFetchedFarAheadAndThrownAway) {
  const Policy P = policyFor(Sequential, {});
  EXPECT_EQ(P, (Policy{64, Replacement::Toss, true, 25}));
}

TEST(PolicyTableTest, NothingIsFetchedForWritesAndRandomReads) {
  AccessClass C = Sequential;
  C.Does = ReadWrite::WriteOnly;
  EXPECT_EQ(policyFor(C, {}).PrefetchPages, 0u);
  C = Sequential;
  C.Places = Sequentiality::Varied;
  EXPECT_EQ(policyFor(C, {}).PrefetchPages, 0u);
  EXPECT_FALSE(policyFor(C, {}).Caching);
  C.Size = RequestSize::Small;
  EXPECT_TRUE(policyFor(C, {}).Caching);
}

TEST(PolicyTableTest, SmallStridedReadsHaveTheWholeCache) {
  AccessClass C = Sequential;
  C.Places = Sequentiality::Strided1d;
  EXPECT_EQ(policyFor(C, {}).CachePercent, 25u);
  C.Size = RequestSize::Small;
  EXPECT_EQ(policyFor(C, {}).CachePercent, 100u);
}

TEST(PolicyTableTest, PagesStayUntilAllRanksHaveReadThem) {
  const GlobalClass All = {GlobalPattern::Sequential, ReadWrite::ReadOnly, 4};
  EXPECT_EQ(policyFor(Sequential, All).Replace, Replacement::KeepForAll);
  EXPECT_EQ(policyFor(Sequential, All).CachePercent, 100u);
  const GlobalClass Parts = {GlobalPattern::Partitioned, ReadWrite::ReadOnly,
                             4};
  EXPECT_EQ(policyFor(Sequential, Parts).Replace, Replacement::Toss);
}

TEST(PolicyTableTest, WhatSteersTheProcessBeatsTheClass) {
  Steering S;
  const Policy P = policyFor(Sequential, {});
  EXPECT_EQ(S.over(P), P);
  S.setPrefetchPages(3);
  S.setCaching(0);
  EXPECT_EQ(S.over(P), (Policy{3, Replacement::Toss, false, 25}));
  S.setPrefetchPages(Steering::Unset);
  S.setCaching(Steering::Unset);
  EXPECT_EQ(S.over(P), P);
}

} // namespace
