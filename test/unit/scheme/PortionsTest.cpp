//===- PortionsTest.cpp - what can be predicted of reads in portions ------===//
//
// Scripted reads, a page each unless they say otherwise.
//
//===----------------------------------------------------------------------===//

#include "scheme/testbed/Portions.h"

#include <gtest/gtest.h>
#include <initializer_list>

using namespace foreslice;

namespace {

Portions after(std::initializer_list<uint64_t> Pages, uint64_t Count = 1) {
  Portions P;
  for (uint64_t Page : Pages)
    P.read(Page, Count);
  return P;
}

TEST(Portions, NothingIsKnownBeforeTheFirstRead) {
  EXPECT_FALSE(Portions().predict(0, 0));
}

TEST(Portions, AreSequentialAtFirst) {
  Portions P = after({7});
  EXPECT_TRUE(P.predict(0, 8));
  EXPECT_TRUE(P.predict(5, 13));
  EXPECT_FALSE(P.predict(0, 9));
  P = after({8}, 4);
  EXPECT_TRUE(P.predict(0, 12)) << "reads of four pages";
  EXPECT_TRUE(P.predict(0, 15));
  EXPECT_FALSE(P.predict(0, 16));
  EXPECT_TRUE(P.predict(1, 16));
}

TEST(Portions, TwoEqualDistancesMakeAPortion) {
  EXPECT_FALSE(after({3, 7}).predict(0, 11)) << "one may be another portion's";
  Portions P = after({3, 7, 11});
  EXPECT_TRUE(P.predict(0, 15));
  EXPECT_TRUE(P.predict(2, 23));
  P = after({20, 19, 18});
  EXPECT_TRUE(P.predict(0, 17)) << "backwards";
}

TEST(Portions, WhereAnIrregularOneBeginsIsNotKnown) {
  Portions P = after({0, 1, 2, 50, 51, 52, 53, 54});
  EXPECT_TRUE(P.predict(0, 55));
  EXPECT_FALSE(P.predict(0, 90));
  P.read(90, 1);
  EXPECT_TRUE(P.predict(0, 91)) << "the first read tells";
  P.read(20, 1); // a portion of one page
  EXPECT_TRUE(P.predict(0, 21));
}

TEST(Portions, RegularOnesAreKnownAfterTwo) {
  Portions P = after({0, 1, 2, 10, 11, 12});
  EXPECT_FALSE(P.predict(0, 20)) << "one length and no distance twice";
  P.read(20, 1);
  EXPECT_TRUE(P.predict(0, 21));
  EXPECT_TRUE(P.predict(1, 22));
  EXPECT_TRUE(P.predict(2, 30)) << "the next one";
  EXPECT_FALSE(P.predict(2, 23));
  EXPECT_TRUE(P.predict(8, 50)) << "and the one behind two more";
  // This one is longer: nothing is regular any more.
  for (uint64_t Page : {21u, 22u, 23u})
    P.read(Page, 1);
  EXPECT_TRUE(P.predict(0, 24));
  EXPECT_FALSE(P.predict(3, 40));
}

} // namespace
