//===- ResidencyTest.cpp - what the guest sees and asks for ---------------===//

#include "guest/Guest.h"

#include <fcntl.h>
#include <filesystem>
#include <gtest/gtest.h>
#include <sys/fsuid.h>
#include <sys/uio.h>
#include <unistd.h>

namespace guest = foreslice::guest;
using guest::Residency;

namespace {

constexpr int64_t Bytes = 2 << 20;

/// A file that was just written.
class GuestResidency : public testing::Test {
protected:
  void SetUp() override {
    Name =
        (std::filesystem::temp_directory_path() / "residencyXXXXXX").string();
    Fd = mkstemp(Name.data());
    ASSERT_GE(Fd, 0);
    const std::string Text(Bytes, 'x');
    ASSERT_EQ(write(Fd, Text.data(), Bytes), Bytes);
    ASSERT_EQ(fstat(Fd, &File), 0);
  }
  void TearDown() override {
    guest::HasCompanion.store(false);
    close(Fd);
    unlink(Name.c_str());
  }
  /// Throws the file out of memory; false on file systems that are memory.
  bool forget() const {
    char Byte;
    const iovec To{&Byte, 1};
    fsync(Fd);
    posix_fadvise(Fd, 0, 0, POSIX_FADV_DONTNEED);
    return preadv2(Fd, &To, 1, Bytes / 2, RWF_NOWAIT) == -1 && errno == EAGAIN;
  }
  Residency residency() const {
    return guest::residencyOf(Fd, &File, 0, Bytes);
  }

  std::string Name;
  int Fd = -1;
  struct stat File{};
};

TEST_F(GuestResidency, OfAFileInMemory) {
  EXPECT_EQ(residency(), Residency::Resident);
}

TEST_F(GuestResidency, OfAFileThatIsNotInMemory) {
  if (!forget())
    GTEST_SKIP() << "files stay in memory";
  EXPECT_EQ(residency(), Residency::Absent);
}

TEST_F(GuestResidency, OfAFileOfWhichTheLastPageIsMissing) {
  if (!forget())
    GTEST_SKIP() << "files stay in memory";
  std::string Text(Bytes - (64 << 10), ' ');
  posix_fadvise(Fd, 0, 0, POSIX_FADV_RANDOM); // no page more
  ASSERT_EQ(pread(Fd, Text.data(), Text.size(), 0),
            static_cast<ssize_t>(Text.size()));
  EXPECT_EQ(residency(), Residency::Absent);
}

/// mincore(2) says that all is in memory.
TEST_F(GuestResidency, OfAFileOfAnotherOwner) {
  if (geteuid() != 0 || fchmod(Fd, 0444) != 0 || !forget())
    GTEST_SKIP() << "not root, or files stay in memory";
  setfsuid(65534); // of this thread
  const int Other = open(Name.c_str(), O_RDONLY | O_CLOEXEC);
  const Residency Is = guest::residencyOf(Other, &File, 0, Bytes);
  setfsuid(0);
  close(Other);
  EXPECT_GE(Other, 0);
  EXPECT_EQ(Is, Residency::Absent);
}

TEST_F(GuestResidency, TheBeginOfAFileIsAskedFor) {
  EXPECT_EQ(guest::asksBegin(Fd, File), 0u) << "without a companion";
  guest::HasCompanion.store(true);
  EXPECT_EQ(guest::asksBegin(Fd, File), 0u) << "in memory";
  if (!forget())
    GTEST_SKIP() << "files stay in memory";
  EXPECT_EQ(guest::asksBegin(Fd, File), uint64_t(Bytes / 2));
}

TEST_F(GuestResidency, TheNextStreamIsAskedForBehindOneReadToTheEnd) {
  guest::HasCompanion.store(true);
  if (!forget())
    GTEST_SKIP() << "files stay in memory";
  EXPECT_EQ(guest::asksNext(Fd, File), 0u) << "no stream before";
  guest::streamCloses(Fd, false);
  EXPECT_EQ(guest::asksNext(Fd, File), 0u) << "behind a part of a stream";
  guest::streamCloses(Fd, true);
  EXPECT_EQ(guest::asksNext(Fd, File), uint64_t(Bytes / 2));
}

} // namespace
