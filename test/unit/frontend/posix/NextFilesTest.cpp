//===- NextFilesTest.cpp - the files that a program reads next ------------===//
//
// See NextFiles.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/NextFiles.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

using namespace foreslice;

namespace {

class NextFilesTest : public testing::Test {
protected:
  void SetUp() override {
    Folder =
        testing::TempDir() + "NextFilesTest." + std::to_string(getpid()) + "/";
    std::filesystem::create_directory(Folder);
    for (unsigned I = 0; I < 100; ++I)
      std::ofstream(path(I)) << I;
  }
  void TearDown() override { std::filesystem::remove_all(Folder); }

  std::string path(unsigned Number) const {
    return Folder + "part." + std::to_string(Number);
  }
  /// The program reads these of a file of 1000 bytes.
  void read(unsigned Number, std::initializer_list<ByteRange> Reads) {
    const FileKey Key{1, Number};
    Next.begins(Key, path(Number));
    ReadRanges R;
    for (ByteRange Read : Reads)
      R.add(Read);
    Next.ends(Key, R, 1000);
  }
  void readAll(std::initializer_list<unsigned> Numbers) {
    for (unsigned I : Numbers)
      read(I, {{0, 1000}});
  }
  size_t hintsOf(unsigned Number) const {
    return static_cast<size_t>(std::ranges::count(
        Hints, path(Number), [](const Hint &H) { return H.Path; }));
  }

  std::string Folder;
  std::vector<Hint> Hints;
  std::vector<std::string> Skipped, Withdrawn, Looked;
  NextFiles Next{
      {.Expect =
           [&](const std::vector<Hint> &New) {
             Hints.insert(Hints.end(), New.begin(), New.end());
           },
       .Skip = [&](const auto &Path) { Skipped.push_back(Path); },
       .Withdraw = [&](const auto &Path) { Withdrawn.push_back(Path); },
       .Look = [&](FileKey, const auto &Path) { Looked.push_back(Path); }}};
};

TEST_F(NextFilesTest, LooksAtTheMountByAFileThatWasRead) {
  readAll({0});
  EXPECT_TRUE(Looked.empty());
  readAll({0});
  EXPECT_TRUE(Looked.empty());
  readAll({1});
  EXPECT_EQ(Looked, std::vector{path(0)});
}

TEST_F(NextFilesTest, GoesOnThroughAFolder) {
  readAll({0, 1});
  Hints.clear();
  readAll({2, 3});
  EXPECT_EQ(hintsOf(1), 0u);
  EXPECT_EQ(hintsOf(4), 1u);
  EXPECT_EQ(hintsOf(5), 1u);
  EXPECT_EQ(hintsOf(90), 0u);
  EXPECT_EQ(Hints.front().Begin, 0u);
  EXPECT_EQ(Hints.front().Bytes, FORESLICE_HINT_ALL);
}

TEST_F(NextFilesTest, TwoFilesThatCountUpAreEnoughForOne) {
  readAll({8, 9});
  EXPECT_EQ(hintsOf(10), 1u);
  EXPECT_EQ(Hints.size(), 1u);
}

TEST_F(NextFilesTest, TwoFilesThatDoNotCountUpAreNotEnough) {
  readAll({8, 12});
  EXPECT_TRUE(Hints.empty());
  readAll({16});
  EXPECT_EQ(hintsOf(20), 1u);
}

TEST_F(NextFilesTest, GoesOnThroughNumberedFolders) {
  std::filesystem::create_directories(Folder + "chunks");
  auto Chunk = [&](unsigned Row, unsigned Column) {
    return Folder + "chunks/" + std::to_string(Row) + "/" +
           std::to_string(Column);
  };
  for (unsigned Row = 0; Row < 400; ++Row) {
    std::filesystem::create_directories(Folder + "chunks/" +
                                        std::to_string(Row));
    for (unsigned Column = 0; Column < 2; ++Column)
      std::ofstream(Chunk(Row, Column)) << Row;
  }
  auto Read = [&](unsigned Row, unsigned Column) {
    const FileKey Key{2, Row * 2 + Column};
    Next.begins(Key, Chunk(Row, Column));
    ReadRanges R;
    R.add({0, 1000});
    Next.ends(Key, R, 1000);
  };
  auto Expects = [&](unsigned Row, unsigned Column) {
    return std::ranges::count(Hints, Chunk(Row, Column),
                              [](const Hint &H) { return H.Path; });
  };
  for (unsigned Row = 0; Row < 2; ++Row)
    for (unsigned Column = 0; Column < 2; ++Column)
      Read(Row, Column);
  EXPECT_EQ(Expects(2, 0), 1);
  // Further than is listed at once, at first and later.
  unsigned Hit = 0;
  for (unsigned Row = 2; Row < 400; ++Row)
    for (unsigned Column = 0; Column < 2; ++Column) {
      Hit += Expects(Row, Column) == 1;
      Read(Row, Column);
    }
  EXPECT_EQ(Hit, 796u);
}

TEST_F(NextFilesTest, ExpectsTheFirstFilesOfASignatureAtTheStart) {
  NextFiles Known(
      {.Expect =
           [&](const std::vector<Hint> &New) {
             Hints.insert(Hints.end(), New.begin(), New.end());
           },
       .Skip = [&](const auto &Path) { Skipped.push_back(Path); },
       .Withdraw = [&](const auto &Path) { Withdrawn.push_back(Path); }},
      [&] {
        return std::vector<NextFiles::KnownFile>{{Folder + "gone", {{0, 10}}},
                                                 {path(3), {{0, 500}}},
                                                 {path(7), {{100, 200}}},
                                                 {path(8), {{0, 10}}}};
      });
  Known.starts();
  EXPECT_EQ(hintsOf(3), 1u);
  EXPECT_EQ(hintsOf(7), 1u);
  EXPECT_EQ(Hints.size(), 2u);
  EXPECT_EQ(Hints.front().Bytes, 500u);
  Known.begins({1, 3}, path(3));
  EXPECT_EQ(Skipped, std::vector{path(3)});
  EXPECT_EQ(hintsOf(8), 1u);
}

TEST_F(NextFilesTest, WithdrawsTheFirstFilesOfASignatureThatDoNotCome) {
  NextFiles Known(
      {.Expect = [](const std::vector<Hint> &) {},
       .Skip = [](const auto &) {},
       .Withdraw = [&](const auto &Path) { Withdrawn.push_back(Path); }},
      [&] {
        return std::vector<NextFiles::KnownFile>{
            {path(3), {{0, 500}}}, {path(7), {{0, 200}}}, {path(8), {{0, 10}}}};
      });
  Known.starts();
  Known.begins({1, 8}, path(8));
  EXPECT_EQ(Withdrawn, (std::vector{path(3), path(7)}));
}

TEST_F(NextFilesTest, IsFurtherAheadTheOftenerItWasRight) {
  readAll({0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
  EXPECT_EQ(hintsOf(40), 1u);
  EXPECT_EQ(hintsOf(50), 0u);
  EXPECT_FALSE(Skipped.empty());
}

TEST_F(NextFilesTest, EveryThirdFileOfARank) {
  readAll({1, 4, 7, 10});
  EXPECT_EQ(hintsOf(13), 1u);
  EXPECT_EQ(hintsOf(12), 0u);
}

TEST_F(NextFilesTest, WhatIsReadOfOneIsReadOfTheNext) {
  for (unsigned I : {0, 1, 2, 3})
    read(I, {{0, 100}, {500, 600}});
  ASSERT_EQ(hintsOf(4), 2u);
  EXPECT_EQ(Hints.back().Begin, 500u);
  EXPECT_EQ(Hints.back().Bytes, 100u);
}

// A library sees the format first, and opens the file again to read.
TEST_F(NextFilesTest, AFileOpenedTwiceCountsAsOne) {
  for (unsigned I : {0, 1, 2, 3}) {
    read(I, {{0, 100}});
    read(I, {{0, 100}, {100, 700}});
  }
  EXPECT_EQ(hintsOf(3), 1u);
  EXPECT_EQ(hintsOf(4), 1u);
  EXPECT_EQ(hintsOf(5), 1u);
  for (const Hint &H : Hints)
    EXPECT_EQ(H.Bytes, 700u) << H.Path;
  EXPECT_EQ(std::ranges::count(Withdrawn, path(4)), 0);
}

TEST_F(NextFilesTest, AFileOutOfOrderHasAllWithdrawn) {
  readAll({0, 1, 2, 3});
  EXPECT_EQ(hintsOf(5), 1u);
  Withdrawn.clear();
  readAll({70});
  EXPECT_TRUE(std::ranges::count(Withdrawn, path(4)) != 0);
  EXPECT_TRUE(std::ranges::count(Withdrawn, path(5)) != 0);
}

TEST_F(NextFilesTest, WhatDoesNotComeIsWithdrawn) {
  readAll({0, 1, 2, 3});
  EXPECT_EQ(hintsOf(4), 1u);
  Withdrawn.clear();
  for (ino_t I = 0; I < 200; ++I) {
    EXPECT_LE(std::ranges::count(Withdrawn, path(4)), I > 100 ? 1 : 0);
    Next.begins({3, I}, "/elsewhere/" + std::to_string(I * I) + ".x");
  }
  EXPECT_EQ(std::ranges::count(Withdrawn, path(4)), 1);
}

TEST_F(NextFilesTest, WithoutOrderAFileIsReadAsTheLastOnes) {
  readAll({50, 11, 93});
  EXPECT_EQ(hintsOf(93), 1u);
  EXPECT_EQ(Hints.size(), 1u);
}

TEST_F(NextFilesTest, ReadsInTooManyPlacesAreNotExpected) {
  for (unsigned I : {0, 1, 2, 3}) {
    const FileKey Key{1, I};
    Next.begins(Key, path(I));
    ReadRanges R;
    for (uint64_t At = 0; At < 100; ++At)
      R.add({At * 10'000, At * 10'000 + 1});
    Next.ends(Key, R, 1'000'000);
  }
  EXPECT_TRUE(Hints.empty());
}

class KnownFilesTest : public NextFilesTest {
protected:
  void come(const std::string &Path) {
    Known.begins({2, ++Inode}, Path);
    Known.ends({2, Inode}, {}, 1000);
  }
  size_t hintsOf(const std::string &Path) const {
    return static_cast<size_t>(
        std::ranges::count(Hints, Path, [](const Hint &H) { return H.Path; }));
  }
  ino_t Inode = 0;
  NextFiles Known{
      {.Expect =
           [&](const std::vector<Hint> &New) {
             Hints.insert(Hints.end(), New.begin(), New.end());
           },
       .Skip = [](const std::string &) {},
       .Withdraw = [&](const std::string &P) { Withdrawn.push_back(P); }},
      [] {
        return std::vector<NextFiles::KnownFile>{
            {"/earlier/run/mesh", {{0, 500}}},
            {"/earlier/run/table", {{0, 20}, {100, 120}}},
            {"/earlier/run/forces", {{300, 900}}},
            {"/data/common", {{0, 10}}}};
      }};
};

TEST_F(KnownFilesTest, ASignatureTellsTheOrderFromTheFirstFileOn) {
  come("/earlier/run/mesh");
  ASSERT_EQ(Hints.size(), 3u);
  EXPECT_EQ(Hints[0].Path, "/earlier/run/table");
  EXPECT_EQ(Hints[1].Begin, 100u);
  EXPECT_EQ(Hints[1].Bytes, 20u);
  EXPECT_EQ(Hints[2].Path, "/earlier/run/forces");
}

TEST_F(KnownFilesTest, FilesOfTheSameNamesInAnotherFolder) {
  come("/now/mesh");
  EXPECT_EQ(hintsOf("/now/table"), 2u);
  come("/now/table");
  EXPECT_EQ(hintsOf("/data/common"), 1u);
}

TEST_F(KnownFilesTest, AnotherOrderEndsItUntilItIsRightAgain) {
  come("/earlier/run/mesh");
  come("/data/common");
  EXPECT_EQ(std::ranges::count(Withdrawn, "/earlier/run/table"), 1);
  Hints.clear();
  come("/earlier/run/mesh");
  EXPECT_TRUE(Hints.empty());
  come("/earlier/run/table");
  EXPECT_EQ(hintsOf("/earlier/run/forces"), 1u);
}

} // namespace
