//===- PaceTest.cpp - how fast the reads of a stream are ------------------===//
//
// See Pace.h.
//
//===----------------------------------------------------------------------===//

#include "scheme/Pace.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

constexpr uint64_t Us = 1000, KiB = 1024;

class PaceOfPlacesTest : public testing::Test {
protected:
  /// Reads of Bytes that are Gap apart, with so long a computation between.
  void read(unsigned Times, uint64_t Bytes, uint64_t ComputeNs,
            uint64_t Gap = 0) {
    for (unsigned I = 0; I < Times; ++I) {
      Of.notePlace(Offset, Bytes, Now, 10 * Us);
      Offset += Bytes + Gap;
      Now += 10 * Us + ComputeNs;
    }
  }

  Pace Of;
  uint64_t Offset = 0, Now = 3600'000'000 * Us;
};

TEST_F(PaceOfPlacesTest, LongComputationsGiveTheKernelTime) {
  Of.noteWait(2000 * Us);
  EXPECT_FALSE(Of.kernelKeepsUp()) << "nothing is known";
  read(17, 32 * KiB, 600 * Us);
  EXPECT_FALSE(Of.kernelKeepsUp()) << "less than 2.5 ms for 128 KiB";
  read(128, 32 * KiB, 650 * Us);
  EXPECT_TRUE(Of.kernelKeepsUp());
}

TEST_F(PaceOfPlacesTest, SmallChangesOfThePaceChangeNothing) {
  Of.noteWait(2000 * Us);
  read(17, 32 * KiB, 700 * Us);
  EXPECT_TRUE(Of.kernelKeepsUp());
  read(128, 32 * KiB, 550 * Us);
  EXPECT_TRUE(Of.kernelKeepsUp());
  read(128, 32 * KiB, 450 * Us);
  EXPECT_FALSE(Of.kernelKeepsUp()) << "less than 2 ms for 128 KiB";
  read(128, 32 * KiB, 550 * Us);
  EXPECT_FALSE(Of.kernelKeepsUp());
}

TEST_F(PaceOfPlacesTest, WhereReadsWaitTheKernelReadsNothingAhead) {
  for (int I = 0; I < 20; ++I) {
    read(1, 32 * KiB, 100'000 * Us);
    if (I < 3)
      Of.noteWait(2000 * Us);
  }
  EXPECT_TRUE(Of.kernelKeepsUp()) << "the first reads of a file wait";
  for (int I = 0; I < 20; ++I) {
    read(1, 32 * KiB, 100'000 * Us);
    Of.noteWait(2000 * Us);
  }
  EXPECT_FALSE(Of.kernelKeepsUp());
  read(1000, 32 * KiB, 100'000 * Us);
  EXPECT_FALSE(Of.kernelKeepsUp()) << "the waits show no more, as all is ahead";
}

TEST_F(PaceOfPlacesTest, ReadsThatDoNotFollowEachOtherAreNotReadAhead) {
  Of.noteWait(2000 * Us);
  read(64, 32 * KiB, 100'000 * Us, 4 * KiB);
  EXPECT_FALSE(Of.kernelKeepsUp());
  read(18, 32 * KiB, 100'000 * Us);
  EXPECT_TRUE(Of.kernelKeepsUp());
}

TEST_F(PaceOfPlacesTest, TheLongestWaitCounts) {
  Of.noteWait(2000 * Us);
  read(17, 32 * KiB, 1100 * Us);
  Of.noteWait(8000 * Us);
  EXPECT_FALSE(Of.kernelKeepsUp());
  for (int I = 0; I < 20; ++I)
    Of.noteWait(100 * Us);
  EXPECT_FALSE(Of.kernelKeepsUp()) << "the kernel hides a part of most waits";
}

TEST_F(PaceOfPlacesTest, TheTimeBeforeTheFirstReadIsNoComputation) {
  Of.noteWait(2000 * Us);
  read(17, 32 * KiB, 10 * Us);
  EXPECT_FALSE(Of.kernelKeepsUp());
}

TEST_F(PaceOfPlacesTest, EmptyReadsSayNothing) {
  read(100, 0, 1000 * Us);
  EXPECT_FALSE(Of.kernelKeepsUp());
}

TEST(PaceTest, AStreamIsSlowWhereSeveralOfTheLastReadsWere) {
  Pace P;
  P.noteRead(false);
  EXPECT_TRUE(P.isInDoubt());
  EXPECT_FALSE(P.isSlow()) << "one may have lost its core";
  for (int I = 0; I < 8; ++I)
    P.noteRead(true);
  EXPECT_FALSE(P.isInDoubt());
  EXPECT_FALSE(P.wasSlow());
  P.noteRead(false);
  EXPECT_FALSE(P.isSlow()) << "the first was long ago";
  EXPECT_TRUE(P.wasSlow());
  P.noteRead(false);
  EXPECT_TRUE(P.isSlow());
  P.forgetSlow();
  EXPECT_FALSE(P.wasSlow());
}

/// The reads that are looked at of so many.
int looksOf(Pace &P, int Reads) {
  int Looks = 0;
  for (int I = 0; I < Reads; ++I)
    Looks += P.looksAtNext();
  return Looks;
}

TEST(PaceTest, ManyFastReadsInARowNeedFewLooks) {
  Pace P;
  for (int I = 0; I < 64; ++I) {
    EXPECT_FALSE(P.isSteady());
    EXPECT_FALSE(P.skipsNext());
    P.noteRead(true);
  }
  EXPECT_TRUE(P.isSteady());
  EXPECT_EQ(looksOf(P, 70), 10);
  for (int I = 0; I < 6; ++I)
    EXPECT_TRUE(P.skipsNext());
  EXPECT_FALSE(P.skipsNext()) << "the seventh is looked at";
  for (int I = 0; I < 448; ++I)
    P.noteRead(true);
  EXPECT_EQ(looksOf(P, 310), 10);
  P.noteRead(false);
  EXPECT_FALSE(P.isSteady()) << "one slow read";
  EXPECT_EQ(looksOf(P, 8), 8);
}

TEST(PaceTest, AfterAFastStreamTheNextOneNeedsFewLooks) {
  Pace P;
  P.beginNext();
  EXPECT_EQ(looksOf(P, 100), 100);
  for (int I = 0; I < 100; ++I)
    P.noteRead(true);
  P.beginNext();
  EXPECT_FALSE(P.isSteady());
  for (int I = 0; I < 7; ++I)
    P.noteRead(true);
  EXPECT_TRUE(P.isSteady());
}

} // namespace
