//===- FileSystemTest.cpp - what a file system promises -------------------===//

#include "storage/FileSystem.h"

#include <atomic>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace foreslice;

static std::atomic<unsigned> TimesAsked{0};

/// In front of libc's.
extern "C" int fstatfs(int Fd, struct statfs *Found) noexcept {
  ++TimesAsked;
  return static_cast<int>(syscall(SYS_fstatfs, Fd, Found));
}

namespace {

void expectSame(const std::optional<FileSystem> &A,
                const std::optional<FileSystem> &B) {
  ASSERT_TRUE(A && B);
  EXPECT_EQ(A->Is, B->Is);
  EXPECT_STREQ(A->Name, B->Name);
  EXPECT_EQ(A->Magic, B->Magic);
}

TEST(FileSystemTest, WhatIsRememberedIsWhatTheKernelSays) {
  for (int Round = 0; Round < 2; ++Round)
    for (const char *Path : {"/proc/self/stat", "/sys/kernel", "/dev/null", "/",
                             "/tmp", "/dev/shm", "/etc/passwd"}) {
      SCOPED_TRACE(Path);
      // Storage may have a file open by its path alone.
      const int Fd = open(Path, O_PATH | O_CLOEXEC);
      if (Fd < 0)
        continue;
      expectSame(FileSystem::remembered(Fd), FileSystem::of(Fd));
      close(Fd);
    }
}

TEST(FileSystemTest, NoServerIsAskedTwice) {
  const int Fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  FileSystem::remembered(Fd);
  const unsigned Before = TimesAsked;
  FileSystem::remembered(Fd);
  EXPECT_EQ(TimesAsked, Before);
  FileSystem::of(Fd);
  EXPECT_EQ(TimesAsked, Before + 1);
  close(Fd);
}

TEST(FileSystemTest, ProcIsNotStored) {
  const int Fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  std::optional<FileSystem> On = FileSystem::remembered(Fd);
  close(Fd);
  ASSERT_TRUE(On);
  EXPECT_EQ(On->Is, FileSystem::NotStored);
  EXPECT_STREQ(On->Name, "proc");
}

TEST(FileSystemTest, NoDescriptorIsOnNone) {
  EXPECT_FALSE(FileSystem::of(-1));
  EXPECT_EQ(errno, EBADF);
  EXPECT_FALSE(FileSystem::remembered(-1));
  EXPECT_EQ(errno, EBADF);
}

} // namespace
