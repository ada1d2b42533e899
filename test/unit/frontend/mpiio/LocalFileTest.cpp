//===- LocalFileTest.cpp - names, and the files behind them ---------------===//
//
// Each rank has files of its own.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/LocalFile.h"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <span>
#include <sys/stat.h>
#include <unistd.h>

using namespace foreslice;
namespace fs = std::filesystem;

namespace {

struct LocalFileTest : testing::Test {
  LocalFileTest() {
    fs::create_directory(Folder);
    write("a", "first");
  }
  ~LocalFileTest() override { fs::remove_all(Folder); }

  std::string path(const std::string &Name) const { return Folder / Name; }
  void write(const std::string &Name, const char *Text) const {
    std::ofstream(path(Name)) << Text;
  }

  const fs::path Folder =
      fs::path(testing::TempDir()) / ("local-file-" + std::to_string(getpid()));
  std::string Why;
};

std::string textOf(const StoredFile &File) {
  std::string Text(100, ' ');
  Text.resize(File.read(std::as_writable_bytes(std::span(Text)), 0).Bytes);
  return Text;
}

TEST_F(LocalFileTest, IsWhatTheNameStoodForWhenItWasFound) {
  std::optional<LocalFile> File = LocalFile::find(path("a").c_str());
  ASSERT_TRUE(File);
  EXPECT_EQ(File->Size, 5);
  EXPECT_EQ(File->Path, path("a"));
  write("b", "another one");
  fs::rename(path("b"), path("a"));
  const std::shared_ptr<StoredFile> Own =
      File->openForCache(Delivery::Pool, Why);
  ASSERT_TRUE(Own) << Why;
  struct stat S;
  EXPECT_TRUE(Own->status(S));
  EXPECT_EQ((FileKey{S.st_dev, S.st_ino}), File->Key);
  EXPECT_EQ(static_cast<uint64_t>(S.st_blksize), File->BlockSize);
  EXPECT_EQ(textOf(*Own), "first");
}

/// Descriptors of this process on the file.
size_t descriptorsOf(const std::string &Path) {
  size_t N = 0;
  for (const auto &E : fs::directory_iterator("/proc/self/fd")) {
    std::error_code Gone; // that of the folder itself
    N += fs::read_symlink(E.path(), Gone) == Path;
  }
  return N;
}

TEST_F(LocalFileTest, LeavesNoDescriptorBehindButOneThatIsTaken) {
  int Fd;
  {
    std::optional<LocalFile> File = LocalFile::find(path("a").c_str());
    ASSERT_TRUE(File);
    LocalFile Moved = std::move(*File);
    EXPECT_EQ(descriptorsOf(path("a")), 1u);
  }
  EXPECT_EQ(descriptorsOf(path("a")), 0u);
  {
    std::optional<LocalFile> File = LocalFile::find(path("a").c_str());
    ASSERT_TRUE(File);
    Fd = File->takeDescriptor();
  }
  EXPECT_EQ(fcntl(Fd, F_GETFL) & O_PATH, O_PATH);
  EXPECT_EQ(close(Fd), 0);
}

TEST_F(LocalFileTest, OfADescriptorIsItsFileWhateverTheNameStandsForNow) {
  const int Fd = open(path("a").c_str(), O_RDONLY);
  ASSERT_GE(Fd, 0);
  write("b", "another one");
  fs::rename(path("b"), path("a"));
  {
    std::optional<LocalFile> File = LocalFile::of(Fd, path("a").c_str());
    ASSERT_TRUE(File);
    EXPECT_EQ(File->Size, 5);
    const std::shared_ptr<StoredFile> Own =
        File->openForCache(Delivery::Pool, Why);
    ASSERT_TRUE(Own) << Why;
    EXPECT_EQ(textOf(*Own), "first");
  }
  EXPECT_EQ(close(Fd), 0) << "it stays the caller's";
  EXPECT_FALSE(LocalFile::of(-1, "none"));
}

TEST_F(LocalFileTest, APrefixIsNoPartOfTheName) {
  const std::string Prefixed = "ufs:" + path("a");
  std::optional<LocalFile> File = LocalFile::find(Prefixed.c_str());
  ASSERT_TRUE(File);
  EXPECT_EQ(File->Path, path("a"));
}

TEST_F(LocalFileTest, ANameThatMayStandForTwoIsNone) {
  const fs::path Before = fs::current_path();
  fs::current_path(Folder);
  write("ufs:a", "second");
  EXPECT_FALSE(LocalFile::find("ufs:a"));
  fs::remove("a");
  EXPECT_TRUE(LocalFile::find("ufs:a"));
  fs::current_path(Before);
}

TEST_F(LocalFileTest, OnlyRegularFiles) {
  EXPECT_FALSE(LocalFile::find(nullptr));
  EXPECT_FALSE(LocalFile::find(path("none").c_str()));
  EXPECT_FALSE(LocalFile::find(Folder.c_str()));
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_FALSE(LocalFile::find(path("pipe").c_str()));
}

TEST_F(LocalFileTest, WhatIsNoStoredBytesIsNotCached) {
  std::optional<LocalFile> File = LocalFile::find("/proc/self/status");
  ASSERT_TRUE(File);
  for (DeliveryChoice Wanted :
       {DeliveryChoice::Auto, DeliveryChoice::Pool, DeliveryChoice::Kernel}) {
    EXPECT_EQ(File->delivery(Wanted, Why), std::nullopt);
    EXPECT_EQ(Why, "lies on proc");
  }
}

TEST_F(LocalFileTest, IsDeliveredAsTheUserWantsWhereAllIsCoherent) {
  std::optional<LocalFile> File = LocalFile::find(path("a").c_str());
  ASSERT_TRUE(File);
  EXPECT_EQ(File->delivery(DeliveryChoice::Auto, Why), Delivery::Pool);
  EXPECT_EQ(File->delivery(DeliveryChoice::Pool, Why), Delivery::Pool);
  EXPECT_EQ(File->delivery(DeliveryChoice::Kernel, Why), Delivery::Kernel);
}

} // namespace
