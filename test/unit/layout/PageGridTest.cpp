//===- PageGridTest.cpp - files in pages ----------------------------------===//
//
// Places at the borders of pages, and ranges without bytes and without end.
//
//===----------------------------------------------------------------------===//

#include "layout/PageGrid.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

constexpr PageGrid Grid(4096);

std::vector<uint64_t> pagesWith(ByteRange Bytes) {
  std::vector<uint64_t> Pages;
  for (uint64_t Page : Grid.pagesWith(Bytes))
    Pages.push_back(Page);
  return Pages;
}

TEST(PageGrid, PlacesOfPages) {
  EXPECT_EQ(Grid.pageSize(), 4096u);
  EXPECT_EQ(Grid.pageAt(4095), 0u);
  EXPECT_EQ(Grid.pageAt(4096), 1u);
  EXPECT_EQ(Grid.offsetInPage(4097), 1u);
  EXPECT_EQ(Grid.whole(3), (PagePart{3, {12288, 16384}}));
  EXPECT_EQ(Grid.roundUp(0), 0u);
  EXPECT_EQ(Grid.roundUp(1), 4096u);
  EXPECT_EQ(Grid.roundUp(4096), 4096u);
}

TEST(PageGrid, PagesWithBytesOfARange) {
  using Pages = std::vector<uint64_t>;
  EXPECT_EQ(pagesWith({0, 1}), Pages{0});
  EXPECT_EQ(pagesWith({4095, 4097}), (Pages{0, 1}));
  EXPECT_EQ(pagesWith({4096, 8192}), Pages{1});
  EXPECT_EQ(pagesWith({5000, 5000}), Pages());
  EXPECT_EQ(pagesWith({5000, 4000}), Pages());
  EXPECT_EQ(Grid.pagesWith({}).size(), uint64_t(1) << 52);
}

} // namespace
