//===- ScatterTest.cpp - whether requests lie far apart -------------------===//

#include "engine/Scatter.h"

#include <gtest/gtest.h>

using namespace foreslice;

TEST(Scatter, FarPagesInARow) {
  Scatter S;
  for (uint64_t I = 1; I < 4; ++I)
    S.asks(0, I * 16);
  EXPECT_FALSE(S.isScattered(0));
  S.asks(0, 64);
  EXPECT_TRUE(S.isScattered(0));
  EXPECT_FALSE(S.isScattered(1)) << "another thread's requests";
}

TEST(Scatter, BackwardsAndWithoutOrder) {
  Scatter S;
  for (uint64_t Page : {900, 700, 20, 500, 3})
    S.asks(0, Page);
  EXPECT_TRUE(S.isScattered(0));
}

TEST(Scatter, NeighboursAndThePageItself) {
  Scatter S;
  for (uint64_t I = 0; I < 100; ++I)
    S.asks(0, I / 2);
  EXPECT_FALSE(S.isScattered(0));
}

TEST(Scatter, RecordsOfTwoPages) {
  Scatter S;
  for (uint64_t I = 1; I < 100; ++I) {
    S.asks(0, I * 16);
    S.asks(0, I * 16 + 1);
  }
  EXPECT_FALSE(S.isScattered(0));
}

TEST(Scatter, AFewNeighboursDoNotCount) {
  Scatter S;
  for (uint64_t I = 1; I < 100; ++I) {
    S.asks(0, I * 16);
    if (I % 10 == 0)
      S.asks(0, I * 16 + 1);
  }
  EXPECT_TRUE(S.isScattered(0));
}

TEST(Scatter, AMissedPart) {
  Scatter S;
  S.missedPart();
  for (uint64_t I = 1; I < 100; ++I)
    S.asks(0, I * 16);
  EXPECT_FALSE(S.isScattered(0));
}
