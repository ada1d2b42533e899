//===- SensorsTest.cpp - sensors worked out of counters -------------------===//

#include "adaptive/policy/Sensors.h"

#include <fstream>
#include <gtest/gtest.h>
#include <set>

using namespace foreslice;

namespace {

constexpr uint64_t Second = 1'000'000'000;

class SensorsTest : public testing::Test {
protected:
  void count(Counter C, uint64_t N) {
    Totals.Files[static_cast<size_t>(C)] += N;
  }
  /// Of the counts since the one before, in so much time.
  SensorValues after(uint64_t Ns) {
    Totals.AtNs += Ns;
    return Of.sample(Totals);
  }
  SensorTotals Totals;
  Sensors Of{SensorTotals{}};
};

TEST_F(SensorsTest, TheTableOfThePaperComesFirst) {
  EXPECT_EQ(findSensor("operations"), Sensor::Operations);
  EXPECT_EQ(static_cast<size_t>(*findSensor("hit_wait_time")), 16U)
      << "17 sensors";
  EXPECT_FALSE(findSensor("no_such_sensor"));
  std::set<std::string_view> Keys;
  for (const SensorInfo &S : sensorTable())
    EXPECT_TRUE(Keys.insert(S.Key).second) << S.Key;
}

TEST_F(SensorsTest, ThePageHasTheRowsOfTheTable) {
  std::ifstream Page(FORESLICE_DOCS "/policy.md");
  std::set<std::string> Lines;
  for (std::string Line; std::getline(Page, Line);)
    Lines.insert(Line);
  for (const SensorInfo &S : sensorTable()) {
    std::string Row =
        std::string("| `") + S.Key + "` | " + S.Unit + " | " + S.Help + " |";
    EXPECT_TRUE(Lines.contains(Row)) << "missing in docs/policy.md:\n" << Row;
  }
}

TEST_F(SensorsTest, NothingIsAllZeros) {
  for (double Value : after(0).All)
    EXPECT_EQ(Value, 0);
}

TEST_F(SensorsTest, MeansAndRates) {
  count(Counter::Reads, 50);
  count(Counter::ReadBytes, 50'000'000);
  count(Counter::DemandReadNs, 50 * 2'000'000);
  Totals.Writes = 50;
  Totals.WriteNs = Totals.Writes * 4'000'000;
  SensorValues V = after(Second / 2);
  EXPECT_EQ(V[Sensor::Operations], 100);
  EXPECT_DOUBLE_EQ(V[Sensor::OperationTime], 3000);
  EXPECT_DOUBLE_EQ(V[Sensor::ReadTime], 2000);
  EXPECT_DOUBLE_EQ(V[Sensor::WriteTime], 4000);
  EXPECT_DOUBLE_EQ(V[Sensor::ReadRate], 100);
  EXPECT_DOUBLE_EQ(V[Sensor::ByteRate], 100);
  EXPECT_DOUBLE_EQ(V[Sensor::ReadShare], 0.2);
}

TEST_F(SensorsTest, EachSampleIsOfItsInterval) {
  count(Counter::Reads, 10);
  after(Second);
  count(Counter::Reads, 3);
  EXPECT_EQ(after(Second)[Sensor::Reads], 3);
}

TEST_F(SensorsTest, AHitWaitsForStorageOnlyWhileItWaits) {
  count(Counter::Reads, 4);
  count(Counter::CacheReads, 4);
  count(Counter::DemandReadNs, 4 * 100'000);
  count(Counter::CacheReadNs, 4 * 100'000);
  count(Counter::UnreadyHits, 2);
  count(Counter::HitWaitNs, 320'000);
  SensorValues V = after(Second);
  EXPECT_DOUBLE_EQ(V[Sensor::HitRatio], 1);
  EXPECT_DOUBLE_EQ(V[Sensor::CacheCheckTime], 20);
  EXPECT_DOUBLE_EQ(V[Sensor::ServerTime], 80);
  EXPECT_DOUBLE_EQ(V[Sensor::HitWaitTime], 160);
}

TEST_F(SensorsTest, QueuesAreWhatIsAboveTheLeast) {
  auto Fetches = [&](uint64_t Ns) {
    count(Counter::StorageReads, 100);
    count(Counter::StorageTimed, 50); // the engine rested over half of them
    count(Counter::StorageNs, 50 * Ns);
    return after(Second);
  };
  EXPECT_DOUBLE_EQ(Fetches(1'000'000)[Sensor::QueueTime], 0);
  SensorValues V = Fetches(30'000'000);
  EXPECT_DOUBLE_EQ(V[Sensor::QueueTime], 29'000);
  EXPECT_DOUBLE_EQ(V[Sensor::QueueLength], 3);
  EXPECT_NEAR(V[Sensor::QueueShare], 29.0 / 30, 1e-9);
}

TEST_F(SensorsTest, TheLeadIsHowLongTheContentLasts) {
  count(Counter::StorageTimed, 10);
  count(Counter::StorageNs, 10 * 2'000'000);
  count(Counter::PagesUsed, 100);
  Totals.Content = 200; // which last for 2 s
  EXPECT_DOUBLE_EQ(after(Second)[Sensor::Lead], 1000);
  count(Counter::PagesUsed, 50);
  Totals.Content = 100;
  EXPECT_DOUBLE_EQ(after(Second)[Sensor::Lead], 1000) << "nothing was fetched";
  EXPECT_EQ(after(Second)[Sensor::Lead], 0) << "nothing was used";
}

TEST_F(SensorsTest, CountersThatAreBehindDoNoHarm) {
  count(Counter::Reads, 10);
  after(Second);
  Totals.Files.fill(0);
  EXPECT_EQ(after(Second)[Sensor::Reads], 0);
}

} // namespace
