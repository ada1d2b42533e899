//===- ResidencyTest.cpp - what the operating system has in memory --------===//

#include "storage/Residency.h"

#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <unistd.h>

using namespace foreslice;

namespace fs = std::filesystem;

namespace {

constexpr uint64_t Bytes = 1 << 20;

/// A file that was just read, below a folder of its own.
class ResidencyTest : public testing::Test {
protected:
  void SetUp() override {
    std::string Name = (fs::temp_directory_path() / "residencyXXXXXX").string();
    ASSERT_TRUE(mkdtemp(Name.data()));
    Root = Name;
    for (const char *Folder : {"lower", "upper", "work", "merged"})
      fs::create_directory(Root / Folder);
    std::ofstream(Root / "lower/f") << std::string(Bytes, 'x');
  }
  void TearDown() override {
    umount((Root / "merged").c_str());
    fs::remove_all(Root);
  }
  static int openAndRead(const fs::path &Path) {
    int Fd = open(Path.c_str(), O_RDONLY | O_CLOEXEC);
    std::string Buffer(Bytes, '\0');
    EXPECT_EQ(read(Fd, Buffer.data(), Bytes), static_cast<ssize_t>(Bytes));
    return Fd;
  }

  fs::path Root;
};

TEST_F(ResidencyTest, OfAFileThatWasRead) {
  int Fd = openAndRead(Root / "lower/f");
  EXPECT_EQ(residencyOf(Fd, 0, Bytes), Residency::Resident);
  EXPECT_NE(residencyOf(Fd, 0, 2 * Bytes), Residency::Resident);
  close(Fd);
}

TEST_F(ResidencyTest, OfAFileOfALowerLayer) {
  std::string Layers = "lowerdir=" + (Root / "lower").string() +
                       ",upperdir=" + (Root / "upper").string() +
                       ",workdir=" + (Root / "work").string();
  if (mount("overlay", (Root / "merged").c_str(), "overlay", 0,
            Layers.c_str()) != 0)
    GTEST_SKIP() << "overlayfs cannot be mounted here";
  int Fd = openAndRead(Root / "merged/f");
  EXPECT_EQ(residencyOf(Fd, 0, Bytes), Residency::Resident);
  EXPECT_EQ(residencyOf(Fd, Bytes - 1, 1), Residency::Resident);
  EXPECT_NE(residencyOf(Fd, 0, 2 * Bytes), Residency::Resident);
  close(Fd);
}

} // namespace
