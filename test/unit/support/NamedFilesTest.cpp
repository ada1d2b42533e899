//===- NamedFilesTest.cpp - asking the system of files by name ------------===//

#include "support/NamedFiles.h"

#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>

using namespace foreslice;

namespace {

/// A folder of the test's own.
class NamedFilesTest : public testing::Test {
protected:
  NamedFilesTest() {
    std::string Template = testing::TempDir() + "/filesXXXXXX";
    Folder = named_files::canonical(mkdtemp(Template.data()));
  }
  ~NamedFilesTest() override {
    named_files::list(Folder, [&](const std::string &Name) {
      remove((Folder + "/" + Name).c_str());
      return true;
    });
    rmdir(Folder.c_str());
  }
  std::string make(const std::string &Name, off_t Bytes) {
    const std::string Path = Folder + "/" + Name;
    const int Fd = open(Path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    EXPECT_EQ(ftruncate(Fd, Bytes), 0);
    close(Fd);
    return Path;
  }

  std::string Folder;
};

TEST_F(NamedFilesTest, ListsEachNameOnce) {
  std::multiset<std::string> Made, Listed;
  constexpr int More = 600; // than the kernel tells at once
  for (int I = 0; I < More; ++I) {
    Made.insert("a rather long name " + std::to_string(I));
    make("a rather long name " + std::to_string(I), 0);
  }
  auto Add = [&](const std::string &Name) {
    Listed.insert(Name);
    return true;
  };
  EXPECT_EQ(named_files::list(Folder, Add), 0);
  EXPECT_EQ(Listed, Made);
}

TEST_F(NamedFilesTest, ListsUntilToldToEnd) {
  make("a", 0);
  make("b", 0);
  int Names = 0;
  EXPECT_EQ(named_files::list(Folder,
                              [&](const std::string &) { return ++Names < 1; }),
            0);
  EXPECT_EQ(Names, 1);
}

TEST_F(NamedFilesTest, TellsWhyThereIsNoList) {
  auto None = [](const std::string &) { return true; };
  EXPECT_EQ(named_files::list(Folder + "/none", None), ENOENT);
  EXPECT_EQ(named_files::list(make("a", 0), None), ENOTDIR);
}

TEST_F(NamedFilesTest, AsksForSizesOfFilesAlone) {
  EXPECT_EQ(named_files::sizeOf(make("a", 12345)), 12345);
  EXPECT_EQ(named_files::sizeOf(Folder), std::nullopt);
  EXPECT_EQ(named_files::sizeOf(Folder + "/none"), std::nullopt);
  EXPECT_TRUE(named_files::isFolder(Folder));
  EXPECT_FALSE(named_files::isFolder(Folder + "/a"));
}

TEST_F(NamedFilesTest, FollowsLinks) {
  const std::string File = make("a", 0), Link = Folder + "/link";
  ASSERT_EQ(symlink("a", Link.c_str()), 0);
  EXPECT_EQ(named_files::linkTarget(Link), "a");
  EXPECT_EQ(named_files::linkTarget(File), "");
  EXPECT_EQ(named_files::canonical(Folder + "/./link"), File);
  EXPECT_EQ(named_files::canonical(Folder + "/none"), "");
}

TEST_F(NamedFilesTest, PutsTheCurrentFolderBeforeRelativePaths) {
  std::string Current(4096, '\0');
  ASSERT_NE(getcwd(Current.data(), Current.size()), nullptr);
  Current.resize(Current.find('\0'));
  EXPECT_EQ(named_files::absolute("a/../b"), Current + "/a/../b");
  EXPECT_EQ(named_files::absolute("/a"), "/a");
  EXPECT_EQ(named_files::absolute(""), std::nullopt);
}

} // namespace
