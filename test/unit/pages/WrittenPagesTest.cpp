//===- WrittenPagesTest.cpp - copies of what was written ------------------===//
//
// Eight pages of 4 KiB.
//
//===----------------------------------------------------------------------===//

#include "pages/WrittenPages.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace foreslice;

/// The copies do not look into the engine's part of a file.
struct foreslice::FetchedFile : PagedFile {
  FetchedFile() : PagedFile(*this) {}
};

namespace {

constexpr uint64_t PageSize = 4096, MostPages = 8;
using For = WrittenPages::For;

struct WrittenPagesTest : testing::Test {
  /// Has all of the room.
  WrittenPagesTest() {
    for (int I = 0; I < 3; ++I)
      Pages.used();
  }
  void keep(uint64_t Begin, uint64_t End, For Who = For::Anybody,
            int Value = 1) {
    const std::vector Bytes(End - Begin, static_cast<std::byte>(Value));
    Pages.keep(File, Begin, Bytes, Who);
  }
  bool has(uint64_t Begin, uint64_t End, For Who = For::Anybody) const {
    return Pages.has(File, {Begin, End}, Who);
  }

  WrittenPages Pages{PageGrid(PageSize), MostPages * PageSize};
  FetchedFile File, Other;
};

TEST_F(WrittenPagesTest, EachByteCountsByItself) {
  keep(0, 4);
  keep(8, 12);
  EXPECT_TRUE(has(0, 4));
  EXPECT_FALSE(has(0, 5));
  EXPECT_FALSE(has(0, 12));
  EXPECT_TRUE(has(9, 12));
  keep(4, 8);
  EXPECT_TRUE(has(0, 12));
  EXPECT_FALSE(Pages.has(Other, {0, 4}, For::Anybody));
  EXPECT_EQ(Pages.count(), 1u);
}

TEST_F(WrittenPagesTest, WhatAWriteTouchesGoes) {
  keep(0, PageSize);
  keep(PageSize, 2 * PageSize);
  Pages.drop(File, {PageSize - 10, PageSize + 10});
  Pages.drop(File, {100, 101});
  EXPECT_TRUE(has(0, 100));
  EXPECT_FALSE(has(100, 101));
  EXPECT_TRUE(has(101, PageSize - 10));
  EXPECT_FALSE(has(PageSize - 10, PageSize));
  EXPECT_FALSE(has(PageSize, PageSize + 10));
  EXPECT_TRUE(has(PageSize + 10, 2 * PageSize));
  Pages.drop(File, {0, PageSize});
  EXPECT_EQ(Pages.count(), 1u);
}

TEST_F(WrittenPagesTest, CopiesOfVotersAreForVotersOnly) {
  keep(0, 8, For::Voters);
  EXPECT_FALSE(has(0, 8));
  EXPECT_TRUE(has(0, 8, For::Voters));
  keep(8, 16);
  EXPECT_TRUE(has(8, 16));
  EXPECT_TRUE(has(8, 16, For::Voters));
  EXPECT_FALSE(has(0, 8, For::Voters)) << "a page has one kind";
}

TEST_F(WrittenPagesTest, TheOldestPageMakesRoom) {
  for (uint64_t P = 0; P <= MostPages; ++P)
    keep(P * PageSize, P * PageSize + 1);
  EXPECT_FALSE(has(0, 1));
  EXPECT_TRUE(has(PageSize, PageSize + 1));
  EXPECT_TRUE(has(MostPages * PageSize, MostPages * PageSize + 1));
  EXPECT_EQ(Pages.count(), MostPages);
  EXPECT_EQ(File.WrittenPages, MostPages);
}

TEST_F(WrittenPagesTest, ADropIsOfOneFile) {
  keep(0, 8);
  Pages.drop(Other, {});
  EXPECT_TRUE(has(0, 8));
  Pages.drop(File, {});
  EXPECT_FALSE(has(0, 8));
  EXPECT_EQ(Pages.count(), 0u);
  EXPECT_EQ(File.WrittenPages, 0u);
}

TEST_F(WrittenPagesTest, UnreadCopiesEndAndAreTriedAgain) {
  constexpr unsigned Writes = 10'000;
  unsigned Kept = 0;
  for (unsigned I = 0; I < Writes; ++I)
    Kept += Pages.wants(PageSize);
  EXPECT_GE(Kept, 2 * MostPages);
  EXPECT_LE(Kept, Writes / 16 + MostPages);
}

TEST_F(WrittenPagesTest, CopiesThatAreReadGoOn) {
  for (int I = 0; I < 1600; ++I) {
    EXPECT_TRUE(Pages.wants(PageSize)) << I;
    Pages.used();
  }
}

TEST_F(WrittenPagesTest, AWriteLargerThanTheRoomIsNotKept) {
  EXPECT_TRUE(Pages.wants(MostPages * PageSize));
  Pages.used();
  EXPECT_FALSE(Pages.wants(MostPages * PageSize + 1));
}

TEST(WrittenPagesBeginTest, TheRoomGrowsAsCopiesAreRead) {
  WrittenPages Pages(PageGrid(PageSize), 8 * MostPages * PageSize);
  FetchedFile File;
  const std::vector<std::byte> Bytes(PageSize);
  const auto Write = [&](uint64_t Count) {
    uint64_t Kept = 0;
    for (uint64_t I = 0; I < Count; ++I)
      if (Pages.wants(PageSize)) {
        Pages.keep(File, I * PageSize, Bytes, For::Anybody);
        ++Kept;
      }
    return Kept;
  };
  EXPECT_EQ(Write(100), MostPages);
  EXPECT_LE(Pages.count(), MostPages + 2);
  Pages.used();
  EXPECT_EQ(Write(100), 2 * MostPages);
  Pages.used();
  Pages.used();
  Pages.used();
  EXPECT_EQ(Write(100), 8 * MostPages);
  EXPECT_EQ(Pages.count(), 8 * MostPages);
}

TEST(WrittenPagesBeginTest, TheFirstWriteMayBeLarge) {
  WrittenPages Pages(PageGrid(PageSize), MostPages * PageSize);
  EXPECT_TRUE(Pages.wants(MostPages * PageSize));
  EXPECT_FALSE(Pages.wants(1));
}

/// Random writes and drops of a file of four pages, beside an array in which
/// each byte is what was kept, or nothing.
TEST_F(WrittenPagesTest, AsByAnArray) {
  constexpr int Nothing = -1;
  std::vector<int> Model(4 * PageSize, Nothing);
  std::mt19937 Dice(1);
  const auto Draw = [&](uint64_t Below) { return Dice() % Below; };
  for (int Step = 0; Step < 20'000; ++Step) {
    const uint64_t Page = Draw(4) * PageSize;
    const uint64_t Long = Draw(4) == 0 ? PageSize : Draw(3) == 0 ? 300 : 9;
    const uint64_t Begin = Draw(PageSize),
                   End = std::min(PageSize, Begin + 1 + Draw(Long));
    const ByteRange Range{Page + Begin, Page + End};
    const int Value = static_cast<int>(Draw(100));
    const auto First = Model.begin() + static_cast<std::ptrdiff_t>(Range.Begin),
               Last = Model.begin() + static_cast<std::ptrdiff_t>(Range.End);
    switch (Draw(4)) {
    case 0:
      keep(Range.Begin, Range.End, For::Anybody, Value);
      std::fill(First, Last, Value);
      break;
    case 1: {
      // Over page ends, too.
      const uint64_t Most = Draw(20) == 0 ? 3 * PageSize : 200;
      const uint64_t Until =
          std::min<uint64_t>(Model.size(), Range.Begin + 1 + Draw(Most));
      Pages.drop(File, {Range.Begin, Until});
      std::fill(First, Model.begin() + static_cast<std::ptrdiff_t>(Until),
                Nothing);
      break;
    }
    default: {
      std::vector<std::byte> Got(Range.End - Range.Begin);
      const bool IsHere = std::find(First, Last, Nothing) == Last;
      ASSERT_EQ(has(Range.Begin, Range.End), IsHere) << Step;
      ASSERT_EQ(Pages.copy(File, Range.Begin, Got, For::Anybody), IsHere);
      if (IsHere)
        ASSERT_TRUE(std::equal(First, Last, Got.begin(), [](int A, auto B) {
          return static_cast<std::byte>(A) == B;
        })) << Step;
    }
    }
  }
}

} // namespace
