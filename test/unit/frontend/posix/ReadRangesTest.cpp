//===- ReadRangesTest.cpp - what a program has read of a file -------------===//
//
// See ReadRanges.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/ReadRanges.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

std::vector<ByteRange> of(const ReadRanges &R) {
  return {R.all().begin(), R.all().end()};
}

TEST(ReadRangesTest, ReadsThatTouchAreOne) {
  ReadRanges R;
  R.add({10, 20});
  R.add({20, 30});
  R.add({5, 12});
  R.add({7, 7});
  EXPECT_EQ(of(R), (std::vector<ByteRange>{{5, 30}}));
}

TEST(ReadRangesTest, ALargeReadTakesOthersIn) {
  ReadRanges R;
  for (uint64_t I = 0; I < 8; ++I)
    R.add({I * 100, I * 100 + 10});
  R.add({150, 505});
  EXPECT_EQ(of(R),
            (std::vector<ByteRange>{
                {0, 10}, {100, 110}, {150, 510}, {600, 610}, {700, 710}}));
  EXPECT_TRUE(R.areDense());
}

TEST(ReadRangesTest, TheNearestBecomeOneWhereThereAreTooMany) {
  ReadRanges R;
  for (uint64_t I = 0; I < ReadRanges::Most; ++I)
    R.add({I * 1000, I * 1000 + 10});
  R.add({2020, 2030});
  EXPECT_EQ(R.all().size(), ReadRanges::Most);
  EXPECT_EQ(R.all()[2], (ByteRange{2000, 2030}));
  EXPECT_TRUE(R.areDense());
}

TEST(ReadRangesTest, OneRunOfHalfTheBytesIsMost) {
  ReadRanges R;
  EXPECT_FALSE(R.areMostOf(1000));
  R.add({100, 500});
  EXPECT_FALSE(R.areMostOf(1000));
  R.add({500, 600});
  EXPECT_TRUE(R.areMostOf(1000));
  R.add({700, 1000});
  EXPECT_FALSE(R.areMostOf(1000)) << "two runs";
}

TEST(ReadRangesTest, ManyPlacesFarApartAreNotDense) {
  ReadRanges R;
  for (uint64_t I = 0; I < 4 * ReadRanges::Most; ++I)
    R.add({(I * 7 % 64) * 1000, (I * 7 % 64) * 1000 + 10});
  EXPECT_LE(R.all().size(), ReadRanges::Most);
  EXPECT_FALSE(R.areDense());
}

} // namespace
