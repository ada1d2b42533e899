//===- DescriptorWatchTest.cpp - which file MPI_File_open has opened ------===//
//
// Each rank has files of its own.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/DescriptorWatch.h"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <optional>
#include <thread>
#include <unistd.h>

using namespace foreslice;
namespace fs = std::filesystem;

namespace {

struct DescriptorWatchTest : testing::Test {
  DescriptorWatchTest() {
    fs::create_directory(Folder);
    write("a");
  }
  ~DescriptorWatchTest() override {
    for (int Fd : Opened)
      close(Fd);
    fs::remove_all(Folder);
  }
  std::string path(const std::string &Name) const { return Folder / Name; }
  void write(const std::string &Name) const {
    std::ofstream(path(Name)) << Name;
  }
  int keep(int Fd) {
    EXPECT_GE(Fd, 0);
    Opened.push_back(Fd);
    return Fd;
  }

  const fs::path Folder = fs::path(testing::TempDir()) /
                          ("descriptor-watch-" + std::to_string(getpid()));
  const std::string A = path("a");
  std::vector<int> Opened;
};

TEST_F(DescriptorWatchTest, SeesEveryWayToOpen) {
  const int Folder = keep(open(this->Folder.c_str(), O_RDONLY));
  for (int Way = 0; Way < 6; ++Way) {
    DescriptorWatch Watch(A.c_str());
    int Fd = -1;
    switch (Way) {
    case 0:
      Fd = open(A.c_str(), O_RDONLY);
      break;
    case 1:
      Fd = open64(A.c_str(), O_RDWR | O_CREAT, 0600);
      break;
    case 2:
      Fd = openat(Folder, "a", O_RDONLY);
      break;
    case 3:
      Fd = openat64(Folder, "a", O_RDONLY);
      break;
    case 4:
      Fd = creat(A.c_str(), 0600);
      break;
    case 5:
      Fd = creat64(A.c_str(), 0600);
      break;
    }
    EXPECT_EQ(Watch.find(), keep(Fd)) << Way;
  }
}

TEST_F(DescriptorWatchTest, KeepsTheModeOfNewFiles) {
  const mode_t Before = umask(0);
  keep(open(path("new").c_str(), O_CREAT | O_WRONLY, 0640));
  umask(Before);
  struct stat S;
  ASSERT_EQ(stat(path("new").c_str(), &S), 0);
  EXPECT_EQ(S.st_mode & 0777, 0640u);
}

TEST_F(DescriptorWatchTest, OnlyWhatIsOpenedMeanwhileByTheNameOnThisThread) {
  keep(open(A.c_str(), O_RDONLY));
  DescriptorWatch Watch(A.c_str());
  write(".a.shfp");
  keep(open(path(".a.shfp").c_str(), O_RDONLY));
  std::thread([&] { keep(open(A.c_str(), O_RDONLY)); }).join();
  EXPECT_LT(open(path("none").c_str(), O_RDONLY), 0);
  EXPECT_EQ(Watch.find(), -1);
}

TEST_F(DescriptorWatchTest, NamesMayHaveAPrefix) {
  DescriptorWatch Watch("ufs:a");
  EXPECT_EQ(Watch.find(), -1);
  const int Fd = keep(open(A.c_str(), O_RDONLY));
  EXPECT_EQ(Watch.find(), Fd);
}

TEST_F(DescriptorWatchTest, TwoFilesOfOneNameAreNone) {
  DescriptorWatch Watch(A.c_str());
  const int Old = open(A.c_str(), O_RDONLY);
  write("b");
  fs::rename(path("b"), A);
  const int New = keep(open(A.c_str(), O_RDONLY));
  EXPECT_EQ(Watch.find(), -1);
  close(Old);
  EXPECT_EQ(Watch.find(), New);
}

TEST_F(DescriptorWatchTest, ClosedFilesAreNone) {
  DescriptorWatch Watch(A.c_str());
  const int Fd = open(A.c_str(), O_RDONLY);
  write("b");
  close(Fd);
  EXPECT_EQ(keep(open(path("b").c_str(), O_RDONLY)), Fd) << "the same number";
  EXPECT_EQ(Watch.find(), -1);
}

TEST_F(DescriptorWatchTest, MoreThanCanBeNotedAreNone) {
  DescriptorWatch Watch(A.c_str());
  for (int I = 0; I < 17; ++I)
    keep(open(A.c_str(), O_RDONLY));
  EXPECT_EQ(Watch.find(), -1);
}

TEST_F(DescriptorWatchTest, NoNameIsNoFile) {
  DescriptorWatch Watch(nullptr);
  keep(open(A.c_str(), O_RDONLY));
  EXPECT_EQ(Watch.find(), -1);
}

} // namespace
