//===- OutputTest.cpp - writing without doing harm ------------------------===//
//
// The statistics file is the owner's only and whole or not there; links, full
// disks, size limits and closed pipes end in a message, not in a signal.
//
//===----------------------------------------------------------------------===//

#include "support/Output.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace foreslice;
namespace fs = std::filesystem;

namespace {

class OutputTest : public ::testing::Test {
protected:
  void SetUp() override {
    std::string Template = ::testing::TempDir() + "output-XXXXXX";
    ASSERT_TRUE(mkdtemp(Template.data()));
    Folder = Template;
    Path = Folder / "stats.json";
  }
  void TearDown() override { fs::remove_all(Folder); }

  static std::string content(const fs::path &P) {
    std::ifstream In(P);
    return {std::istreambuf_iterator<char>(In), {}};
  }
  size_t entries() const {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(Folder), {}));
  }

  fs::path Folder, Path;
};

TEST_F(OutputTest, CreatesForTheOwnerOnlyAndReplaces) {
  mode_t Before = umask(0);
  EXPECT_EQ(replaceFile(Path, "one"), "");
  umask(Before);
  struct stat St;
  ASSERT_EQ(stat(Path.c_str(), &St), 0);
  EXPECT_EQ(St.st_mode & 07777, 0600u);
  EXPECT_EQ(replaceFile(Path, "two"), "");
  EXPECT_EQ(content(Path), "two");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(OutputTest, FollowsNoLink) {
  fs::path Victim = Folder / "victim";
  std::ofstream(Victim) << "precious";
  fs::create_symlink(Victim, Path);
  EXPECT_NE(replaceFile(Path, "text"), "");
  EXPECT_EQ(content(Victim), "precious");
  EXPECT_TRUE(fs::is_symlink(Path));
}

TEST_F(OutputTest, LinkInPlaceOfTheTemporaryIsRefused) {
  fs::path Victim = Folder / "victim";
  std::ofstream(Victim) << "precious";
  fs::create_symlink(Victim,
                     Path.string() + ".tmp." + std::to_string(getpid()));
  EXPECT_NE(replaceFile(Path, "text"), "");
  EXPECT_EQ(content(Victim), "precious");
}

TEST_F(OutputTest, ReplacesNothingButRegularFiles) {
  ASSERT_EQ(mkfifo(Path.c_str(), 0600), 0);
  EXPECT_NE(replaceFile(Path, "text"), "");
  EXPECT_TRUE(fs::is_fifo(Path));
  EXPECT_NE(replaceFile(Folder, "text"), "");
  fs::path Nowhere = Folder / "no" / "folder";
  EXPECT_EQ(replaceFile(Nowhere, "text"),
            Nowhere.string() + ": No such file or directory");
}

TEST_F(OutputTest, SizeLimitIsAMessageAndLeavesTheOldFile) {
  ASSERT_EQ(replaceFile(Path, "old"), "");
  EXPECT_EXIT(
      {
        rlimit Limit{};
        Limit.rlim_cur = Limit.rlim_max = 1024;
        setrlimit(RLIMIT_FSIZE, &Limit);
        std::string Error = replaceFile(Path, std::string(5000, 'x'));
        exit(Error.find("File too large") != std::string::npos ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
  EXPECT_EQ(content(Path), "old");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(OutputTest, FullDiskIsAnError) {
  int Fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
  ASSERT_GE(Fd, 0);
  EXPECT_EQ(writeAll(Fd, "text"), ENOSPC);
  close(Fd);
}

TEST_F(OutputTest, ClosedPipeIsAnErrorAndNoSignal) {
  int Ends[2];
  ASSERT_EQ(pipe(Ends), 0);
  close(Ends[0]);
  errno = 0;
  EXPECT_EQ(writeAll(Ends[1], "text"), EPIPE);
  EXPECT_EQ(errno, 0);
  close(Ends[1]);
  sigset_t Pending;
  sigpending(&Pending);
  EXPECT_EQ(sigismember(&Pending, SIGPIPE), 0);
}

} // namespace
