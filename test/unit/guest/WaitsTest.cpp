//===- WaitsTest.cpp - reads from memory start no companion ---------------===//

#include "guest/Waits.h"

#include <gtest/gtest.h>

using foreslice::guest::Waits;

namespace {

constexpr uint64_t MostFast = 40;

TEST(Waits, OneLongReadIsNoWait) {
  Waits W{};
  EXPECT_FALSE(W.note(3 * MostFast, MostFast));
  for (int I = 0; I < 8; ++I)
    EXPECT_FALSE(W.note(MostFast, MostFast));
  EXPECT_FALSE(W.note(3 * MostFast, MostFast));
}

TEST(Waits, ReadsABitSlowerThanFastOnesAreNoWait) {
  Waits W{};
  for (int I = 0; I < 100; ++I)
    EXPECT_FALSE(W.note(2 * MostFast, MostFast));
}

TEST(Waits, TwoLongReadsAreAWait) {
  Waits W{};
  EXPECT_FALSE(W.note(3 * MostFast, MostFast));
  for (int I = 0; I < 6; ++I)
    EXPECT_FALSE(W.note(0, MostFast));
  EXPECT_TRUE(W.note(3 * MostFast, MostFast));
}

TEST(Waits, AVeryLongReadIsAWaitAtOnce) {
  Waits W{};
  EXPECT_TRUE(W.note(9 * MostFast, MostFast));
}

} // namespace
