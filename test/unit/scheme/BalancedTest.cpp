//===- BalancedTest.cpp - who is late goes first --------------------------===//
//
// Scripted sequences: reads of a page, 1 ms apart, from storage whose fetches
// take 8 ms in queues and 1 ms without.
//
//===----------------------------------------------------------------------===//

#include "scheme/Balanced.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

constexpr uint64_t Ms = 1'000'000;

struct BalancedTest : testing::Test {
  BalancedTest() {
    for (int I = 0; I < 16; ++I)
      S.fetched(Ms);
    for (int I = 0; I < 16; ++I)
      S.fetched(8 * Ms);
  }
  /// So many reads, all served at once.
  void reads(int Count) {
    for (int I = 0; I < Count; ++I) {
      Now += Ms;
      S.readBegins(1, Now);
      S.readEnds(Now);
    }
  }
  void meet() {
    S.idles(Scheme::Idle::Synchronisation, Now);
    S.goesOn(Now);
  }

  Balanced S{SchemeSetup{.PoolPages = 1000}};
  uint64_t Now = 100 * Ms;
};

TEST_F(BalancedTest, KnowsNoArrivalBeforeTwoSynchronisationPoints) {
  EXPECT_EQ(S.arrival(Now, 0), 0u);
  reads(10);
  EXPECT_EQ(S.arrival(Now, 0), 0u);
  meet();
  EXPECT_GT(S.arrival(Now, 0), Now);
}

TEST_F(BalancedTest, ArrivesAfterWhatIsLeftToRead) {
  reads(10);
  meet();
  EXPECT_EQ(S.arrival(Now, 10), Now + 10 * Ms) << "all are ready: it computes";
  EXPECT_GT(S.arrival(Now, 0), Now + 10 * Ms) << "it waits for storage";
  reads(7);
  EXPECT_EQ(S.arrival(Now, 3), Now + 3 * Ms);
  reads(5);
  EXPECT_EQ(S.arrival(Now, 3), Now) << "later than the time before";
  S.idles(Scheme::Idle::Synchronisation, Now);
  EXPECT_EQ(S.arrival(Now, 3), 0u) << "it is there";
}

TEST_F(BalancedTest, SynchronisationPointsWithoutReadsDoNotCount) {
  reads(10);
  meet();
  meet();
  EXPECT_EQ(S.arrival(Now, 10), Now + 10 * Ms);
}

TEST_F(BalancedTest, LeavesStorageToThoseThatAreLater) {
  reads(10);
  meet();
  const uint64_t Own = S.arrival(Now, 10);
  EXPECT_FALSE(S.mayWait(1, 0)) << "nothing is known of others";
  S.othersArrive(Own + 100 * Ms);
  EXPECT_TRUE(S.mayWait(1, 0));
  EXPECT_TRUE(S.looksAgain());
  EXPECT_FALSE(S.mayWait(0, 0)) << "what is read next";
  S.othersArrive(Own + Ms);
  EXPECT_FALSE(S.mayWait(1, 0)) << "as late, but for less than a fetch";
  EXPECT_FALSE(S.looksAgain());
}

TEST_F(BalancedTest, GoesOnWhereStorageKeepsUp) {
  reads(10);
  meet();
  for (int I = 0; I < 32; ++I)
    S.fetched(Ms);
  S.othersArrive(S.arrival(Now, 10) + 100 * Ms);
  EXPECT_FALSE(S.mayWait(1, 0));
}

TEST_F(BalancedTest, IsNotSuspendedForOthers) {
  reads(10);
  meet();
  S.othersArrive(S.arrival(Now, 10) + 100 * Ms);
  ASSERT_TRUE(S.mayWait(1, 10));
  S.putOff(10);
  EXPECT_FALSE(S.suspended());
  S.othersArrive(0);
  ASSERT_FALSE(S.mayWait(1, 10));
  S.putOff(10);
  EXPECT_TRUE(S.suspended()) << "as under auto";
}

} // namespace
