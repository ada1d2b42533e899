//===- BudgetTest.cpp - how far ahead of the program pages may be ---------===//

#include "scheme/Budget.h"
#include "scheme/FixedSchemes.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

constexpr uint64_t MiB = 1 << 20, Page = 65536;

TEST(Budget, OfMemoryIsAPartForEachProcess) {
  EXPECT_EQ(Budget::share(1024 * MiB, 1), 256 * MiB);
  EXPECT_EQ(Budget::share(1024 * MiB, 4), 64 * MiB);
  EXPECT_EQ(Budget::share(0, 4), Budget::LeastBytes);
  EXPECT_EQ(Budget::share(UINT64_MAX, 1), Budget::MostBytes);
}

TEST(Budget, TheSmallestLimitHolds) {
  Budget B(Delivery::Pool, Page, 1);
  EXPECT_EQ(B.most().Reason, Limit::None);
  B.steer(40, 100, true);
  EXPECT_EQ(B.most().Reason, Limit::Steering);
  B.tryOnly(16);
  EXPECT_EQ(B.most().Reason, Limit::Trial);
  EXPECT_EQ(B.most().Pages, 16u);
  B.tryOnly(SIZE_MAX);
  EXPECT_EQ(B.most().Pages, 40u);

  Budget OfSystem(Delivery::Kernel, Page, 1);
  OfSystem.steerAs(B);
  EXPECT_EQ(OfSystem.most().Pages, Budget::LeastBytes / Page);
  EXPECT_EQ(OfSystem.most().Reason, Limit::Memory);
}

TEST(Budget, TheEngineFetchesWhatContentAndSchemeLeave) {
  Budget B(Delivery::Pool, Page, 1);
  FixThresh Policy(100); // 16 pages
  EXPECT_EQ(B.now(Policy, 6, false).Pages, 10u);
  EXPECT_EQ(B.now(Policy, 6, false).Reason, Limit::Scheme);
  EXPECT_EQ(B.now(Policy, 6, true).Pages, 0u);
  EXPECT_EQ(B.now(Policy, 6, true).Reason, Limit::Demand);
  B.steer(8, 100, true);
  EXPECT_EQ(B.now(Policy, 6, false).Pages, 2u);
  EXPECT_EQ(B.now(Policy, 6, false).Reason, Limit::Steering);
  EXPECT_EQ(B.now(Policy, 9, false).Pages, 0u);
}

TEST(Budget, SourcesAskForHalfOfItTheSurerTheMore) {
  Budget B(Delivery::Pool, Page, 1);
  EXPECT_EQ(B.ofSource(64, 1, 0, true).Pages, 32u);
  EXPECT_EQ(B.ofSource(64, 0.25, 0, true).Pages, 8u);
  EXPECT_EQ(B.ofSource(64, 0, 0, true).Pages, 1u);
  B.steer(8, 100, true);
  EXPECT_EQ(B.ofSource(64, 1, 0, true).Pages, 4u);
  EXPECT_GT(B.ofSource(64, 1, 5, true).Reads, 6u);
  EXPECT_EQ(B.ofSource(64, 1, 5, false).Reads, 6u) << "one more shows it";
}

TEST(Budget, ThePoolIsFilledAsFarAsClassesAndSteeringLet) {
  Budget B(Delivery::Pool, Page, 1);
  EXPECT_EQ(B.filled(160), 160u);
  B.steer(SIZE_MAX, 50, true);
  EXPECT_EQ(B.filled(160), 80u);
  B.limitForClasses(20);
  EXPECT_EQ(B.filled(160), 20u);
  B.limitForClasses(1);
  EXPECT_EQ(B.filled(160), 10u) << "a sixteenth";
}

TEST(Budget, SteeringTurnsOff) {
  Budget B(Delivery::Pool, Page, 1);
  EXPECT_FALSE(B.allowsNothing());
  B.steer(0, 100, true);
  EXPECT_TRUE(B.allowsNothing());
  EXPECT_FALSE(B.isOff());
  B.steer(SIZE_MAX, 100, false);
  EXPECT_TRUE(B.isOff());
}

} // namespace
