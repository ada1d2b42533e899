//===- FastReadsTest.cpp - which reads need no look -----------------------===//
//
// See FastReads.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/FastReads.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

TEST(FastReadsTest, ManyInARowNeedNoLook) {
  FastReads R;
  for (int I = 0; I < 64; ++I) {
    EXPECT_FALSE(R.areAll());
    R.add(true, false);
  }
  EXPECT_TRUE(R.areAll());
  R.add(false, false);
  EXPECT_FALSE(R.areAll()) << "one slow read";
}

TEST(FastReadsTest, WhatWasFetchedAheadIsLookedAtForAsLongAsItIsRead) {
  FastReads R;
  for (int I = 0; I < 1000; ++I) {
    R.add(true, true);
    EXPECT_FALSE(R.areAll());
  }
}

TEST(FastReadsTest, OneOfEightIsTimed) {
  FastReads R;
  int Timed = 0;
  for (int I = 0; I < 80; ++I)
    Timed += R.timesNext();
  EXPECT_EQ(Timed, 10);
}

} // namespace
