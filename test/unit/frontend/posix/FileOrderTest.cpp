//===- FileOrderTest.cpp - files in the order in which they may be read ---===//
//
// See FileOrder.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/FileOrder.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

using namespace foreslice;

namespace {

std::vector<std::string> names(unsigned Count) {
  std::vector<std::string> Names;
  for (unsigned I = 0; I < Count; ++I)
    Names.push_back("/d/" + std::to_string(I));
  return Names;
}

std::string nextOf(const FileOrder &O, unsigned Number = 1) {
  const std::string *Path = O.next(Number);
  return Path ? *Path : "none";
}

TEST(FileOrderTest, TwoFilesMakeAStep) {
  FileOrder O(names(9));
  EXPECT_EQ(nextOf(O), "none");
  O.comes("/d/1");
  EXPECT_EQ(nextOf(O), "none");
  EXPECT_EQ(O.steps(), 0u);
  O.comes("/d/3");
  EXPECT_EQ(O.steps(), 1u);
  EXPECT_EQ(nextOf(O), "/d/5");
  EXPECT_EQ(nextOf(O, 2), "/d/7");
  EXPECT_EQ(nextOf(O, 3), "none");
}

TEST(FileOrderTest, GoesBackwards) {
  FileOrder O(names(5));
  O.comes("/d/4");
  O.comes("/d/3");
  EXPECT_EQ(nextOf(O), "/d/2");
  EXPECT_EQ(nextOf(O, 4), "none");
}

TEST(FileOrderTest, TheSameFileAgainAndForeignOnesChangeNothing) {
  FileOrder O(names(9));
  for (const char *Path : {"/d/1", "/d/1", "/etc/passwd", "/d/2", "/d/2"})
    O.comes(Path);
  EXPECT_EQ(O.steps(), 1u);
  EXPECT_EQ(nextOf(O), "/d/3");
}

TEST(FileOrderTest, AnotherStepBeginsAnew) {
  FileOrder O(names(99));
  for (const char *Path : {"/d/1", "/d/2", "/d/3", "/d/40"})
    O.comes(Path);
  EXPECT_EQ(O.steps(), 1u);
  EXPECT_EQ(nextOf(O), "/d/77");
}

TEST(FileOrderTest, ThreadsMayOvertakeEachOther) {
  FileOrder O(names(99));
  for (const char *Path : {"/d/1", "/d/2", "/d/3", "/d/5", "/d/4", "/d/6"})
    O.comes(Path);
  EXPECT_GE(O.steps(), 2u);
  EXPECT_EQ(nextOf(O), "/d/7");
}

class FolderOrderTest : public testing::Test {
protected:
  void SetUp() override {
    Folder = testing::TempDir() + "FolderOrderTest." +
             std::to_string(getpid()) + "/";
    std::filesystem::create_directory(Folder);
  }
  void TearDown() override { std::filesystem::remove_all(Folder); }
  void make(std::initializer_list<const char *> Names) {
    for (const char *Name : Names)
      std::ofstream(Folder + Name) << Name;
  }
  /// Whether the program goes on to Next in one of the orders.
  bool leads(std::initializer_list<const char *> Read, const char *Next,
             const char *Like = "run.1.nc") {
    for (FileOrder &O : FileOrder::ofFolder(Folder, Like)) {
      for (const char *Name : Read)
        O.comes(Folder + Name);
      if (O.steps() + 1 == Read.size() && nextOf(O) == Folder + Next)
        return true;
    }
    return false;
  }
  std::string Folder;
};

TEST_F(FolderOrderTest, ByNumbersAndByNames) {
  make({"run.1.nc", "run.2.nc", "run.3.nc", "run.10.nc", "run.11.nc",
        "run.1.txt", "run.2.txt"});
  std::filesystem::create_directory(Folder + "run.4.nc");
  EXPECT_TRUE(leads({"run.1.nc", "run.2.nc", "run.3.nc"}, "run.10.nc"));
  EXPECT_TRUE(leads({"run.11.nc", "run.10.nc", "run.3.nc"}, "run.2.nc"));
  make({"a", "b", "c", "d"});
  EXPECT_TRUE(leads({"a", "b", "c"}, "d", "a"));
  EXPECT_FALSE(leads({"a", "b", "d"}, "run.1.nc"));
}

TEST_F(FolderOrderTest, DatesAndZeros) {
  make({"t_20010130.nc", "t_20010131.nc", "t_20010201.nc", "t_20010202.nc"});
  EXPECT_TRUE(leads({"t_20010130.nc", "t_20010131.nc", "t_20010201.nc"},
                    "t_20010202.nc", "t_20010130.nc"));
  make({"x.099999999999999999999.y", "x.100000000000000000000.y",
        "x.0100000000000000000001.y"});
  EXPECT_TRUE(leads({"x.099999999999999999999.y", "x.100000000000000000000.y"},
                    "x.0100000000000000000001.y", "x.1.y"));
}

TEST_F(FolderOrderTest, NumberedFoldersAreATree) {
  EXPECT_EQ(FileOrder::placeInTree("/data/c/5/0"), 8u);
  EXPECT_EQ(FileOrder::placeInTree("/data/run7/step2/rows"), 6u);
  EXPECT_EQ(FileOrder::placeInTree("/data/run7/all/rows"), std::nullopt);
  EXPECT_EQ(FileOrder::placeInTree("/data/rows.5"), std::nullopt);
  EXPECT_EQ(FileOrder::placeInTree("5/0"), std::nullopt);
  EXPECT_EQ(FileOrder::placeInTree("rows"), std::nullopt);
  EXPECT_EQ(FileOrder::placeInTree("/1/2/3/4/5/6"), 3u) << "four levels";
}

TEST_F(FolderOrderTest, AFileOfEachNumberedFolder) {
  for (const char *Each : {"9", "10", "11", "x", "12", "12.old"}) {
    std::filesystem::create_directories(Folder + "c/" + Each);
    for (const char *Name : {"0", "2", "10"})
      std::ofstream(Folder + "c/" + Each + "/" + Name) << Name;
  }
  bool IsCut = true;
  FileOrder O = FileOrder::ofTree(Folder + "c/9/2", 256, IsCut);
  EXPECT_FALSE(IsCut);
  std::vector<std::string> Expected;
  for (const char *Name : {"9/2", "9/10", "10/0", "10/2", "10/10", "11/0",
                           "11/2", "11/10", "12/0", "12/2", "12/10"})
    Expected.push_back(Folder + "c/" + Name);
  EXPECT_EQ(O.paths(), Expected);
}

TEST_F(FolderOrderTest, ManyFoldersAreCut) {
  for (int I = 0; I < 300; ++I) {
    std::filesystem::create_directories(Folder + "c/" + std::to_string(I));
    std::ofstream(Folder + "c/" + std::to_string(I) + "/0") << I;
  }
  bool IsCut = false;
  FileOrder First = FileOrder::ofTree(Folder + "c/3/0", 256, IsCut);
  EXPECT_TRUE(IsCut);
  EXPECT_GT(First.paths().size(), 100u);
  FileOrder Rest = FileOrder::ofTree(First.paths().back(), 256, IsCut);
  EXPECT_FALSE(IsCut);
  EXPECT_EQ(Rest.paths().back(), Folder + "c/299/0");
}

TEST_F(FolderOrderTest, NoFolder) {
  EXPECT_TRUE(FileOrder::ofFolder(Folder + "none/", "a").empty());
  EXPECT_TRUE(FileOrder::ofFolder(Folder, "a").empty()) << "no files";
}

} // namespace
