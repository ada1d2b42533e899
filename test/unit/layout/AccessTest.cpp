//===- AccessTest.cpp - the walk from an access to its pages --------------===//
//
// Each page is found once, in the order of the file, with all bytes of the
// access that lie in the page between the first and the last of them.
//
//===----------------------------------------------------------------------===//

#include "layout/Access.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace foreslice;

namespace {

constexpr PageGrid Grid(4096);
using Parts = std::vector<PagePart>;

/// Blocks of Bytes, one every Stride bytes from Displacement on.
std::shared_ptr<const View> blocks(uint64_t Bytes, int64_t Stride,
                                   int64_t Displacement) {
  auto V = std::make_shared<View>();
  V->Displacement = Displacement;
  V->Tiles = LayoutNode::repeat(1 << 20, Stride, LayoutNode::bytes(Bytes));
  return V;
}

TEST(Access, TouchesPartsOfTheFirstAndTheLastPage) {
  const Access Read{View::bytes(), 100, 9000};
  EXPECT_EQ(Read.parts(Grid).all(),
            (Parts{{0, {100, 4096}}, {1, {4096, 8192}}, {2, {8192, 9100}}}));
}

TEST(Access, WithoutBytesTouchesNoPage) {
  const Access Read{View::bytes(), 100, 0};
  EXPECT_TRUE(Read.parts(Grid).all().empty());
}

TEST(Access, ThatEndsWithAPageDoesNotTouchTheNext) {
  const Access Read{View::bytes(), 4096, 4096};
  EXPECT_EQ(Read.parts(Grid).all(), Parts{Grid.whole(1)});
}

TEST(Access, FindsEachPageOfManyPiecesOnce) {
  // 16 bytes every 1000, from 500 on: 4 pieces in the first page.
  const Access Read{blocks(16, 1000, 500), 8, 6 * 16};
  EXPECT_EQ(Read.parts(Grid).all(),
            (Parts{{0, {508, 3516}}, {1, {4500, 6508}}}));
}

TEST(Access, JumpsOverPagesBetweenPieces) {
  const Access Read{blocks(8, 3 * 4096, 0), 0, 3 * 8};
  EXPECT_EQ(Read.parts(Grid).all(),
            (Parts{{0, {0, 8}}, {3, {12288, 12296}}, {6, {24576, 24584}}}));
}

TEST(Access, IsWalkedAsFarAsItIsAskedFor) {
  const Access Read{View::bytes(), 0, INT64_MAX};
  const PageParts Walk = Read.parts(Grid);
  auto Next = Walk.begin();
  Parts First, Second;
  for (; Next != Walk.end() && First.size() < 2; ++Next)
    First.push_back(*Next);
  for (; Next != Walk.end() && Second.size() < 2; ++Next)
    Second.push_back(*Next);
  EXPECT_EQ(First, (Parts{Grid.whole(0), Grid.whole(1)}));
  EXPECT_EQ(Second, (Parts{Grid.whole(2), Grid.whole(3)}));
}

TEST(Access, IsARangeOfTheStandardLibrary) {
  const Access Read{View::bytes(), 4095, 2};
  static_assert(std::ranges::input_range<PageParts>);
  EXPECT_EQ(std::ranges::count_if(
                Read.parts(Grid),
                [](const PagePart &P) { return P.Bytes.End == 4097; }),
            1);
}

} // namespace
