//===- StreamsTest.cpp - reads of streams that come from memory -----------===//

#include "guest/Guest.h"

#include <gtest/gtest.h>

namespace guest = foreslice::guest;

namespace {

constexpr int Fd = 3;

/// A read of LeastAsked bytes takes longer from memory than a read of few.
TEST(StreamReads, ALargeReadFromMemoryIsFast) {
  guest::OwnReads = {};
  const uint64_t Took = guest::mostFast(guest::LeastAsked);
  ASSERT_GT(Took, 2 * guest::mostFast(0));
  guest::streamWaited(Fd, guest::LeastAsked, Took);
  EXPECT_TRUE(guest::OwnReads.FastLarge);
  EXPECT_EQ(guest::OwnReads.SlowReads, 0U);
}

TEST(StreamReads, ASmallReadOfTheSameTimeIsSlow) {
  guest::OwnReads = {};
  guest::streamWaited(Fd, 1, guest::mostFast(guest::LeastAsked));
  EXPECT_FALSE(guest::OwnReads.FastLarge);
  EXPECT_EQ(guest::OwnReads.SlowReads, 1U);
}

/// A read that is not timed leaves a trace only if it needs no look.
TEST(StreamReads, WhatIsSkippedAtOnceIsSkipped) {
  guest::OwnReads = {};
  guest::HasCompanion.store(true);
  EXPECT_FALSE(guest::skipsAtOnce(Fd, 1));
  EXPECT_EQ(guest::OwnReads.Passed, 0U);
  guest::OwnReads.Last = Fd;
  guest::OwnReads.FastInARow = guest::ManyFast;
  unsigned Looks = 0;
  for (unsigned I = 0; I < 4 * guest::TimedOneOf; ++I)
    Looks += !guest::skipsAtOnce(Fd, 1) && !guest::skips(Fd, 1);
  EXPECT_EQ(Looks, 4U);
  EXPECT_FALSE(guest::skipsAtOnce(Fd + 1, 1));
  EXPECT_FALSE(guest::skipsAtOnce(Fd, guest::TimedBytes));
  guest::HasCompanion.store(false);
}

} // namespace
