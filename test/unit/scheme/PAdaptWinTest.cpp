//===- PAdaptWinTest.cpp - every move of the two thresholds ---------------===//
//
// Scripted sequences after Suneja 2010, section 3.2.1, on a pool of 1000 pages:
// thresh_low 40 and thresh_high 160 to start with.
//
//===----------------------------------------------------------------------===//

#include "scheme/PAdaptWin.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

struct Thresholds {
  size_t Low, High;
  bool operator==(const Thresholds &) const = default;
};
void PrintTo(const Thresholds &T, std::ostream *Out) {
  *Out << T.Low << "/" << T.High;
}
Thresholds of(const PAdaptWin &S) { return {S.low(), S.high()}; }

TEST(PAdaptWin, StartsAtFourAndSixteenPercent) {
  EXPECT_EQ(of(PAdaptWin(1000)), (Thresholds{40, 160}));
  // The default pool: 64 MiB in pages of 64 KiB keep 32 reads in flight.
  EXPECT_EQ(of(PAdaptWin(1024)), (Thresholds{40, 163}));
  EXPECT_EQ(of(PAdaptWin(2)), (Thresholds{1, 2}));
}

TEST(PAdaptWin, FillsToHighAndHoldsUntilLow) {
  PAdaptWin S(1000);
  EXPECT_EQ(S.mayFetch(0, false), 160u);
  EXPECT_EQ(S.mayFetch(159, false), 1u);
  EXPECT_EQ(S.mayFetch(160, false), 0u);
  EXPECT_EQ(S.mayFetch(41, false), 0u);
  EXPECT_EQ(S.mayFetch(40, false), 120u);
  EXPECT_EQ(S.mayFetch(100, false), 60u);
}

TEST(PAdaptWin, YieldsToDemandReads) {
  PAdaptWin S(1000);
  EXPECT_EQ(S.mayFetch(10, true), 0u);
  EXPECT_EQ(S.mayFetch(10, false), 150u);
}

TEST(PAdaptWin, MissRaisesLow) {
  PAdaptWin S(1000);
  S.missed(10);
  EXPECT_EQ(of(S), (Thresholds{80, 160}));
  S.missed(10);
  EXPECT_EQ(of(S), (Thresholds{159, 160}));
  S.missed(10);
  EXPECT_EQ(of(S), (Thresholds{159, 160}));
}

TEST(PAdaptWin, MissWhileSuspendedRaisesHigh) {
  PAdaptWin S(1000);
  S.mayFetch(160, false);
  S.missed(100);
  EXPECT_EQ(of(S), (Thresholds{40, 320}));
  EXPECT_EQ(S.mayFetch(100, false), 0u) << "still suspended until low";
  S.missed(100);
  S.missed(100);
  EXPECT_EQ(of(S), (Thresholds{40, 640}));
}

TEST(PAdaptWin, UnusedPageAtLruEndLowersHighOrLow) {
  PAdaptWin S(1000);
  EXPECT_EQ(S.prefetchedAtLruEnd(41, true), EvictionPolicy::Victim::Used);
  EXPECT_EQ(of(S), (Thresholds{40, 80}));
  EXPECT_EQ(S.prefetchedAtLruEnd(40, true), EvictionPolicy::Victim::Used);
  EXPECT_EQ(of(S), (Thresholds{20, 80}));
  for (int I = 0; I < 10; ++I)
    S.prefetchedAtLruEnd(21, true);
  EXPECT_EQ(of(S), (Thresholds{20, 21}));
  for (int I = 0; I < 10; ++I)
    S.prefetchedAtLruEnd(1, true);
  EXPECT_EQ(of(S), (Thresholds{1, 21}));
  EXPECT_FALSE(S.suspended());
}

TEST(PAdaptWin, SuspendsRatherThanEvictUnusedPages) {
  PAdaptWin S(1000);
  EXPECT_EQ(S.prefetchedAtLruEnd(100, false), EvictionPolicy::Victim::None);
  EXPECT_TRUE(S.suspended());
  EXPECT_EQ(S.mayFetch(79, false), 0u);
  S.used(40);
  EXPECT_FALSE(S.suspended());
}

/// Figure 3.1 in words: late at first, then ahead, then too far ahead.
TEST(PAdaptWin, ReplaysAProgram) {
  PAdaptWin S(1000);
  S.missed(0); // the first read comes before anything was fetched
  EXPECT_EQ(of(S), (Thresholds{80, 160}));
  EXPECT_EQ(S.mayFetch(0, true), 0u);
  EXPECT_EQ(S.mayFetch(0, false), 160u);
  EXPECT_EQ(S.mayFetch(160, false), 0u);
  S.used(159);
  S.missed(159); // reads a page that the suspension kept from being fetched
  EXPECT_EQ(of(S), (Thresholds{80, 320}));
  for (size_t Content = 159; Content-- > 80;)
    S.used(Content);
  EXPECT_FALSE(S.suspended());
  EXPECT_EQ(S.mayFetch(80, false), 240u);
  EXPECT_EQ(S.prefetchedAtLruEnd(200, true), EvictionPolicy::Victim::Used);
  EXPECT_EQ(of(S), (Thresholds{80, 160}));
  EXPECT_EQ(S.mayFetch(200, false), 0u);
}

} // namespace
