//===- SelectorTableTest.cpp - which rule counts, and what it sets --------===//

#include "adaptive/policy/PolicyFile.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

constexpr size_t Pool = 1024;

SelectorTable tableOf(std::string_view Text) {
  std::string Why;
  std::optional<SelectorTable> T = policy_file::parse(Text, "test", Why);
  EXPECT_TRUE(T) << Why;
  return T.value_or(SelectorTable{});
}

SensorValues with(Sensor S, double Value) {
  SensorValues V;
  V[S] = Value;
  return V;
}

TEST(SelectorTable, TheFirstRuleThatChangesAnythingCounts) {
  SelectorTable T = tableOf(R"(
    [conditions]
    slow = { sensor = "server_time", above = 8 }
    [[rule]]
    name = "as it is"
    when = ["slow"]
    set = { caching = true }
    [[rule]]
    name = "more"
    when = ["slow"]
    set = { prefetch_pages = 16 }
    [[rule]]
    name = "most"
    when = ["slow"]
    set = { prefetch_pages = 64 }
  )");
  EXPECT_FALSE(T.select(with(Sensor::ServerTime, 8), {}, {}, Pool))
      << "not above";
  auto C = T.select(with(Sensor::ServerTime, 9), {}, {}, Pool);
  ASSERT_TRUE(C);
  EXPECT_EQ(C->Rule->Name, "more");
  EXPECT_EQ(C->Policy.PrefetchPages, 16U);
  C = T.select(with(Sensor::ServerTime, 9), {}, C->Policy, Pool);
  ASSERT_TRUE(C);
  EXPECT_EQ(C->Rule->Name, "most");
}

TEST(SelectorTable, AllTermsOfARuleHold) {
  SelectorTable T = tableOf(R"(
    [conditions]
    slow = { sensor = "server_time", above = 2, up_to = 8 }
    many = { sensor = "read_rate", above = 40 }
    [[rule]]
    name = "few"
    when = ["slow", "not many"]
    set = { prefetch_pages = 1 }
  )");
  SensorValues V = with(Sensor::ServerTime, 8);
  EXPECT_TRUE(T.select(V, {}, {}, Pool));
  V[Sensor::ReadRate] = 41;
  EXPECT_FALSE(T.select(V, {}, {}, Pool));
}

TEST(SelectorTable, ARuleMayBeForAClassOnly) {
  SelectorTable T = tableOf(R"(
    [[rule]]
    name = "small steps"
    class = ["1-d strided", "small"]
    set = { prefetch_pages = 8 }
  )");
  AccessClass C{.Places = Sequentiality::Strided1d, .Size = RequestSize::Small};
  EXPECT_TRUE(T.select(SensorValues{}, C, {}, Pool));
  EXPECT_FALSE(T.select(SensorValues{}, std::nullopt, {}, Pool))
      << "none is known";
  C.Size = RequestSize::Large;
  EXPECT_FALSE(T.select(SensorValues{}, C, {}, Pool));
}

TEST(SelectorTable, AConditionMayBeOfAllRanks) {
  SelectorTable T = tableOf(R"(
    [conditions]
    saturated = { sensor = "byte_rate", ranks = "all", above = 100 }
    [[rule]]
    name = "storage gives no more"
    when = ["saturated"]
    set = { prefetch_pages = 8 }
  )");
  EXPECT_TRUE(T.looksAtAll());
  const SensorValues Little = with(Sensor::ByteRate, 20),
                     Much = with(Sensor::ByteRate, 160);
  EXPECT_TRUE(T.select({Little, Much}, {}, {}, Pool));
  EXPECT_FALSE(T.select({Much, Little}, {}, {}, Pool));
  EXPECT_TRUE(T.select(Much, {}, {}, Pool)) << "the process is alone";
}

TEST(SelectorTable, AmountsGrowAndShrink) {
  PolicyAction Times4{.PrefetchTimes = 4}, Half{.PrefetchTimes = 0.5};
  ProcessPolicy P{.PrefetchPages = 16};
  EXPECT_EQ(Times4.applied(P, Pool).PrefetchPages, 64U);
  EXPECT_EQ(Half.applied(P, Pool).PrefetchPages, 16U) << "it is small";
  P.PrefetchPages = 0;
  EXPECT_EQ(Times4.applied(P, Pool).PrefetchPages, 1U);
  P.PrefetchPages = 1;
  EXPECT_EQ(Half.applied(P, Pool).PrefetchPages, 1U) << "no rule ends it";
  P.PrefetchPages = 96;
  EXPECT_EQ(Half.applied(P, Pool).PrefetchPages, 48U);
  P.PrefetchPages = 24;
  EXPECT_EQ(Half.applied(P, Pool).PrefetchPages, 16U);
  P.PrefetchPages = 512;
  EXPECT_EQ(Times4.applied(P, Pool).PrefetchPages, ProcessPolicy::AsScheme);
  EXPECT_EQ(Half.applied({}, Pool).PrefetchPages, Pool / 2);
  EXPECT_EQ(Times4.applied({}, Pool), ProcessPolicy{});
}

TEST(SelectorTable, ThePoolHasItsBounds) {
  ProcessPolicy P{.CachePercent = 60};
  EXPECT_EQ((PolicyAction{.CacheTimes = 2}).applied(P, Pool).CachePercent,
            100U);
  EXPECT_EQ((PolicyAction{.CacheTimes = 0}).applied(P, Pool).CachePercent, 1U);
}

/// Tables 4 and 5 of Madhyastha, Elford and Reed.
TEST(SelectorTable, TheBuiltInRulesAreThoseOfThePaper) {
  SelectorTable T = tableOf(policy_file::builtIn());
  ProcessPolicy Small{.PrefetchPages = 4};
  SensorValues V;
  EXPECT_FALSE(T.select(V, {}, Small, Pool)) << "nothing is read";
  V[Sensor::ReadRate] = 100;
  V[Sensor::ServerTime] = 9000;
  V[Sensor::Lead] = 1;
  EXPECT_EQ(T.select(V, {}, Small, Pool)->Policy.PrefetchPages, 16U);
  V[Sensor::ServerTime] = 500;
  EXPECT_EQ(T.select(V, {}, Small, Pool)->Policy.PrefetchPages, 8U);
  V[Sensor::ServerTime] = 10;
  EXPECT_FALSE(T.select(V, {}, Small, Pool)) << "all is ready";
  V[Sensor::WasteRatio] = 0.9;
  EXPECT_EQ(T.select(V, {}, {.PrefetchPages = 256}, Pool)->Policy.PrefetchPages,
            128U);
  V[Sensor::WasteRatio] = 0;
  V[Sensor::ByteRate] = 5000;
  EXPECT_EQ(T.select(V, {}, Small, Pool)->Policy.CachePercent, 50U);
}

TEST(SelectorTable, TheBuiltInRulesFetchMoreOnlyWhereThatBringsSomething) {
  SelectorTable T = tableOf(policy_file::builtIn());
  SensorValues V;
  V[Sensor::ReadRate] = 100;
  V[Sensor::ServerTime] = 9000;
  V[Sensor::Lead] = 1;
  ASSERT_TRUE(T.select(V, {}, T.Start, Pool));
  auto With = [&](Sensor S, double Value) {
    SensorValues Other = V;
    Other[S] = Value;
    return T.select(Other, {}, T.Start, Pool);
  };
  EXPECT_FALSE(With(Sensor::Lead, 0)) << "nothing that was fetched is used";
  EXPECT_FALSE(With(Sensor::Lead, 2.5)) << "enough is there";
  EXPECT_FALSE(With(Sensor::QueueShare, 0.7)) << "storage is saturated";
}

} // namespace
