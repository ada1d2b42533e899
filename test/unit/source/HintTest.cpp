//===- HintTest.cpp - hints, and what is asked for by them ----------------===//
//
// Lines of hints, and the source on storage that the test plays. The file has
// holes only, so that nothing of it is in memory.
//
//===----------------------------------------------------------------------===//

#include "source/hint/Hint.h"
#include "cache/CacheFixture.h"
#include "source/hint/HintSource.h"

#include <filesystem>
#include <thread>

using namespace foreslice;
using namespace foreslice::test;

namespace {

TEST(Hint, IsALine) {
  std::optional<Hint> H = Hint::parse("5 - 0 1 /a b");
  ASSERT_TRUE(H);
  EXPECT_EQ(H->Path, "/a b");
  EXPECT_EQ(H->Begin, 5u);
  EXPECT_EQ(H->Bytes, FORESLICE_HINT_ALL);
  H = Hint::parse("0 10 100 7 name");
  ASSERT_TRUE(H);
  EXPECT_EQ(H->Path, std::filesystem::absolute("name"));
  EXPECT_EQ(H->Bytes, 10u);
  EXPECT_EQ(H->Stride, 100u);
  EXPECT_EQ(H->Count, 7u);
}

TEST(Hint, OthersAreNone) {
  for (const char *Line :
       {"", "5", "5 - 0 1", "5 - 0 1 ", "- - 0 1 /a", "-5 - 0 1 /a",
        "0 0 0 1 /a", "0 - 0 0 /a", "0 1 1 99999999999999999999 /a",
        "9223372036854775807 1 0 1 /a", "0 1 4611686018427387904 3 /a",
        "0 18446744073709551615 0 1 /a"})
    EXPECT_FALSE(Hint::parse(Line)) << Line;
  EXPECT_FALSE(Hint::of({nullptr, 0, 1, 0, 1}));
  EXPECT_FALSE(Hint::of({"", 0, 1, 0, 1}));
  EXPECT_TRUE(Hint::of({"/a", 0, 1, 0, 1}));
}

/// Of a file of 10 pages of 64 bytes.
std::vector<std::pair<uint64_t, uint64_t>> rangesOf(const char *Line,
                                                    uint64_t Size = 640) {
  std::vector<std::pair<uint64_t, uint64_t>> All;
  Hint::parse(Line)->forEachRange(Size, PageGrid(64), [&](ByteRange R) {
    All.emplace_back(R.Begin, R.End);
    return true;
  });
  return All;
}

TEST(Hint, HasRanges) {
  using Ranges = std::vector<std::pair<uint64_t, uint64_t>>;
  EXPECT_EQ(rangesOf("150 - 0 1 /a"), (Ranges{{150, 640}}));
  EXPECT_EQ(rangesOf("5 10 192 9 /a"),
            (Ranges{{5, 15}, {197, 207}, {389, 399}, {581, 591}}));
  EXPECT_EQ(rangesOf("0 50 60 4 /a"),
            (Ranges{{0, 50}, {64, 110}, {128, 170}, {192, 230}}))
      << "no page twice";
  EXPECT_EQ(rangesOf("640 - 0 1 /a"), Ranges());
  EXPECT_EQ(rangesOf("0 - 0 1 /a", 0), Ranges());
}

/// Reads again and again, or in steps of a byte, through a file of 2^40 bytes.
TEST(Hint, ReadsWithoutEndEndWithTheFile) {
  EXPECT_EQ(rangesOf("0 10 0 9223372036854775807 /a").size(), 1u);
  EXPECT_EQ(rangesOf("0 - 1 4611686018427387904 /a", uint64_t(1) << 40).size(),
            1u);
  EXPECT_EQ(rangesOf("0 10 1 4611686018427387904 /a", 64000).size(), 1000u);
}

class HintSourceTest : public CacheTest {
protected:
  static constexpr uint64_t FilePages = 64;

  HintSourceTest() { Holes->Stats = &Counts; }

  static ByteRange pages(uint64_t First, uint64_t End) {
    return {First * PageSize, End * PageSize};
  }
  /// The pages that storage is asked for, and gives.
  size_t fetched() {
    size_t Bytes = 0;
    for (const Issued &I : Disk->issued())
      Bytes += I.Bytes;
    Disk->completeAll();
    Disk->issued();
    return Bytes / PageSize;
  }
  /// Whether the source knows what comes next.
  bool read(uint64_t Offset, uint64_t Bytes) {
    Holes->Positions.callBegins(Hints.lane());
    return Hints.reads(
        Holes, {View::bytes(), Offset, Bytes}, [&] { return Holes->size(); },
        false);
  }

  HintSource Hints{Cache.posting()};
  std::shared_ptr<CachedFile> Holes = openHoles(FilePages);
};

TEST_F(HintSourceTest, AsksForWhatIsDisclosed) {
  Hints.begin(*Holes);
  EXPECT_TRUE(Hints.ask(*Holes, pages(3, 5)));
  EXPECT_TRUE(Hints.ask(*Holes, pages(9, 10)));
  EXPECT_EQ(fetched(), 3u);
  EXPECT_EQ(Cache.demand().probe(*Holes, Pages{3, 4, 9}), 3u);
}

/// However many calls the program makes for a page, what comes behind the page
/// is still to come.
TEST_F(HintSourceTest, SmallReadsDoNotPassOthers) {
  Hints.begin(*Holes);
  EXPECT_TRUE(Hints.ask(*Holes, pages(0, 1)));
  EXPECT_EQ(fetched(), 1u);
  for (uint64_t At = 0; At < PageSize; At += PageSize / 64)
    read(At, PageSize / 64);
  EXPECT_TRUE(Hints.ask(*Holes, pages(1, 2)));
  EXPECT_EQ(fetched(), 1u);
}

/// The program reads other pages than was said: what it has passed by does not
/// keep what comes from being asked for.
TEST_F(HintSourceTest, WhatWasPassedByTakesNoRoom) {
  Cache.posting().setScheme(SchemeKind::Auto);
  Hints.begin(*Holes);
  std::atomic<uint64_t> Asked{0};
  std::jthread Asks([&] {
    while (Hints.ask(*Holes, pages(Asked, Asked + 1)))
      ++Asked;
  });
  auto comeTo = [&](uint64_t Count) {
    return eventually([&] { return Asked >= Count; });
  };
  // Half of the pool's 100 pages, in requests of up to 16.
  EXPECT_TRUE(comeTo(35));
  read(34 * PageSize, PageSize);
  EXPECT_TRUE(comeTo(50));
  Hints.end(Holes->Id);
}

TEST_F(HintSourceTest, KnowsWhetherAFileWasRead) {
  EXPECT_FALSE(Hints.wasRead(Holes->Id));
  Hints.begin(*Holes);
  EXPECT_TRUE(Hints.ask(*Holes, pages(0, 1)));
  EXPECT_EQ(fetched(), 1u);
  EXPECT_FALSE(Hints.wasRead(Holes->Id));
  read(PageSize, 1);
  EXPECT_FALSE(Hints.wasRead(Holes->Id)) << "not what was asked for";
  read(0, 1);
  EXPECT_TRUE(Hints.wasRead(Holes->Id));
}

/// Another source may then know.
TEST_F(HintSourceTest, KnowsNothingOfReadsThatWereNotDisclosed) {
  Hints.begin(*Holes);
  EXPECT_TRUE(Hints.ask(*Holes, pages(0, 3)));
  EXPECT_TRUE(read(0, 1));
  EXPECT_TRUE(read(1, 1)) << "of the same page";
  EXPECT_FALSE(read(9 * PageSize, 1));
  EXPECT_TRUE(read(PageSize, 2 * PageSize)) << "the last";
  EXPECT_FALSE(read(3 * PageSize, 1)) << "all hints are used up";
  Hints.end(Holes->Id);
}

TEST_F(HintSourceTest, EndsWithTheFile) {
  Hints.begin(*Holes);
  Hints.end(Holes->Id);
  EXPECT_FALSE(Hints.ask(*Holes, pages(0, 1)));
}

} // namespace
