//===- AttentionTest.cpp - when a source looks at reads -------------------===//
//
// The times are those that the test says.
//
//===----------------------------------------------------------------------===//

#include "source/signature/Attention.h"

#include <gtest/gtest.h>

#include <thread>

using namespace foreslice;

namespace {

constexpr uint64_t Bytes = 65536, FastNs = 10'000, SlowNs = 2'000'000;

/// Wakes A by two slow reads.
void wake(Attention &A) {
  A.readDone(Bytes, SlowNs);
  A.readDone(Bytes, SlowNs);
}

TEST(AttentionTest, SleepsUntilReadsAreSlow) {
  Attention A(Attention::Kind::WhereSlow);
  EXPECT_FALSE(A.isAwake());
  EXPECT_TRUE(A.looksAtNext());
  EXPECT_TRUE(A.timesNext());
  A.readDone(Bytes, FastNs);
  A.readDone(Bytes, SlowNs);
  EXPECT_FALSE(A.isAwake()) << "the thread may have lost its core";
  A.readDone(Bytes, SlowNs);
  EXPECT_TRUE(A.isAwake());
  EXPECT_FALSE(A.timesNext());
  EXPECT_FALSE(A.looksAtPlace()) << "the read is counted";
  EXPECT_TRUE(A.hasJustWoken());
  EXPECT_FALSE(A.hasJustWoken());
}

TEST(AttentionTest, WantsPlacesOfFirstReadsAndBehindSlowOnes) {
  std::thread([] { // without reads so far
    Attention A(Attention::Kind::WhereSlow);
    for (unsigned I = 0; I < 2; ++I) {
      EXPECT_TRUE(A.looksAtPlace());
      A.readDone(Bytes, FastNs);
    }
    EXPECT_FALSE(A.looksAtPlace());
    A.readDone(Bytes, SlowNs);
    EXPECT_TRUE(A.looksAtPlace());
  })
      .join();
}

TEST(AttentionTest, ManyFastReadsNeedNoLook) {
  Attention A(Attention::Kind::WhereSlow);
  for (unsigned I = 0; I < 64; ++I)
    A.readDone(Bytes, FastNs);
  unsigned Looks = 0;
  for (unsigned I = 0; I < 70; ++I)
    Looks += A.looksAtNext() && A.timesNext();
  EXPECT_EQ(Looks, 10u);
  EXPECT_FALSE(A.looksAtPlace());
}

TEST(AttentionTest, SleepsLongerEachTimeThatNothingPays) {
  Attention A(Attention::Kind::WhereSlow);
  for (unsigned Rest : {64, 128}) {
    wake(A);
    ASSERT_TRUE(A.isAwake());
    for (unsigned I = 0; I < 63; ++I)
      A.looked(/*Pays=*/false);
    EXPECT_TRUE(A.isAwake());
    A.looked(/*Pays=*/false);
    EXPECT_FALSE(A.isAwake());
    for (unsigned I = 0; I < Rest; ++I)
      EXPECT_FALSE(A.looksAtNext());
    EXPECT_TRUE(A.looksAtNext());
  }
}

TEST(AttentionTest, WhoIsNamedIsAlwaysAwake) {
  Attention A(Attention::Kind::Always);
  for (unsigned I = 0; I < 100; ++I)
    A.looked(/*Pays=*/false);
  EXPECT_TRUE(A.isAwake());
}

} // namespace
