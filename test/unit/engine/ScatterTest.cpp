//===- ScatterTest.cpp - whether requests lie far apart -------------------===//

#include "engine/Scatter.h"

#include <gtest/gtest.h>

using namespace foreslice;

TEST(Scatter, FarPagesInARow) {
  Scatter S;
  for (uint64_t I = 1; I < 4; ++I)
    S.asks(0, I, I * 16);
  EXPECT_FALSE(S.isScattered(0));
  S.asks(0, 4, 64);
  EXPECT_TRUE(S.isScattered(0));
  EXPECT_FALSE(S.isScattered(1)) << "another thread's requests";
}

TEST(Scatter, BackwardsAndWithoutOrder) {
  Scatter S;
  uint64_t Call = 0;
  for (uint64_t Page : {900, 700, 20, 500, 3})
    S.asks(0, ++Call, Page);
  EXPECT_TRUE(S.isScattered(0));
}

TEST(Scatter, NeighboursAndThePageItself) {
  Scatter S;
  for (uint64_t I = 0; I < 100; ++I)
    S.asks(0, I, I / 2);
  EXPECT_FALSE(S.isScattered(0));
}

/// Of records that do not begin with a page, the last page has some bytes.
TEST(Scatter, RecordsOfTwoPages) {
  Scatter S;
  for (uint64_t I = 1; I < 100; ++I) {
    S.asks(0, I, I * 16);
    S.asks(0, I, I * 16 + 1);
  }
  EXPECT_TRUE(S.isScattered(0));
}

/// The next record begins in the page in which the one before has ended.
TEST(Scatter, RecordsInARow) {
  Scatter S;
  for (uint64_t I = 1; I < 100; ++I) {
    S.asks(0, I, I);
    S.asks(0, I, I + 1);
  }
  EXPECT_FALSE(S.isScattered(0));
}

TEST(Scatter, AFewNeighboursDoNotCount) {
  Scatter S;
  for (uint64_t I = 1; I < 100; ++I) {
    S.asks(0, I, I * 16);
    if (I % 10 == 0)
      S.asks(0, 1000 + I, I * 16 + 1);
  }
  EXPECT_TRUE(S.isScattered(0));
}

TEST(Scatter, MissedParts) {
  Scatter S;
  for (uint64_t I = 1; I < 100; ++I)
    S.asks(0, I, I * 16);
  for (unsigned I = 0; I < 4; ++I)
    S.missedPart();
  EXPECT_TRUE(S.isScattered(0)) << "a few";
  S.missedPart();
  EXPECT_FALSE(S.isScattered(0));
}

TEST(Scatter, MissedPartsBesideMany) {
  Scatter S;
  for (uint64_t I = 1; I < 100; ++I)
    S.asks(0, I, I * 16);
  for (unsigned I = 0; I < 80; ++I)
    S.fetchesPart();
  for (unsigned I = 0; I < 10; ++I)
    S.missedPart();
  EXPECT_TRUE(S.isScattered(0));
  S.missedPart();
  EXPECT_FALSE(S.isScattered(0));
}
