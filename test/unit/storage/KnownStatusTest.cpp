//===- KnownStatusTest.cpp - what the kernel knows of a file --------------===//

#include "storage/KnownStatus.h"

#include <cstdlib>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

using namespace foreslice;

namespace {

/// A file of 100 bytes.
class KnownStatusTest : public testing::Test {
protected:
  ~KnownStatusTest() override {
    close(Fd);
    unlink(Path.c_str());
  }

  std::string Path = testing::TempDir() + "known-status-XXXXXX";
  int Fd = mkostemp(Path.data(), O_CLOEXEC);
  bool IsLong = ftruncate(Fd, 100) == 0;
};

TEST_F(KnownStatusTest, SaysOfAFileWhatFstatSays) {
  struct stat S;
  ASSERT_TRUE(IsLong);
  ASSERT_EQ(fstat(Fd, &S), 0);
  const auto Known = KnownStatus::of(Fd);
  ASSERT_TRUE(Known);
  EXPECT_EQ(Known->Key, (FileKey{S.st_dev, S.st_ino}));
  EXPECT_TRUE(Known->IsRegular);
  EXPECT_EQ(Known->Size, 100u);
}

TEST_F(KnownStatusTest, ThereIsNoneWithoutAFile) {
  EXPECT_FALSE(KnownStatus::of(-1));
}

} // namespace
