//===- EarlyFilesTest.cpp - files fetched before the program opens them ---===//
//
// See EarlyFiles.h.
//
//===----------------------------------------------------------------------===//

#include "storage/EarlyFiles.h"

#include <array>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace foreslice;

namespace {

class FileOfNothing final : public StoredFile {
public:
  bool status(struct stat &) const override { return false; }
  ReadResult read(std::span<iovec>, uint64_t) const override { return {}; }
  void submit(StorageRead &, Storage &) const override {}
};

class EarlyFilesTest : public testing::Test {
protected:
  void SetUp() override {
    Path = testing::TempDir() + "EarlyFilesTest." + std::to_string(getpid());
    Fd = open(Path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    ASSERT_EQ(ftruncate(Fd, 100), 0);
  }
  void TearDown() override {
    close(Fd);
    unlink(Path.c_str());
  }
  FileKey key() const {
    struct stat S;
    fstat(Fd, &S);
    return {S.st_dev, S.st_ino};
  }
  /// The last change was so many seconds before now.
  void setTime(time_t Seconds) {
    const timespec At{time(nullptr) - Seconds, 0};
    ASSERT_EQ(futimens(Fd, std::array{At, At}.data()), 0);
  }
  bool isAdded(int Of, EarlyFiles::Rule How = EarlyFiles::Rule::Trusted) {
    return Files.add(Of, How) != EarlyFiles::Keeper::None;
  }
  std::string Path;
  int Fd = -1;
  EarlyFiles Files;
};

TEST_F(EarlyFilesTest, AnUnchangedFileHasNoOldPages) {
  EXPECT_FALSE(Files.hasAny());
  ASSERT_TRUE(isAdded(Fd));
  EXPECT_TRUE(Files.hasAny());
  EXPECT_FALSE(Files.opened(Fd).areOld());
}

TEST_F(EarlyFilesTest, AChangedFileHasOldPagesOnce) {
  ASSERT_TRUE(isAdded(Fd));
  setTime(100);
  ASSERT_TRUE(isAdded(Fd)) << "again";
  EXPECT_TRUE(Files.opened(Fd).areOld()) << "changed after the first fetch";
  EXPECT_FALSE(Files.opened(Fd).areOld()) << "forgotten";
  ASSERT_TRUE(isAdded(Fd));
  ASSERT_EQ(ftruncate(Fd, 101), 0);
  EXPECT_TRUE(Files.opened(Fd).areOld());
}

TEST_F(EarlyFilesTest, AFileThatMayHaveChangedInThisTickIsLeftAlone) {
  setTime(100); // the change of the times is a change, too
  EXPECT_FALSE(isAdded(Fd, EarlyFiles::Rule::Checked));
  EXPECT_FALSE(Files.hasAny());
  setTime(-100);
  EXPECT_FALSE(isAdded(Fd, EarlyFiles::Rule::Checked)) << "clocks differ";
}

TEST_F(EarlyFilesTest, TheDropWaitsForReads) {
  auto Read = std::make_shared<FileOfNothing>();
  ASSERT_TRUE(isAdded(Fd));
  Files.isReadBy(key(), Read);
  setTime(100);
  EarlyFiles::EarlyPages Old = Files.opened(Fd);
  ASSERT_TRUE(Old.areOld());
  std::weak_ptr<StoredFile> Reading = Read;
  std::thread Ends([&] {
    usleep(20'000);
    Read = nullptr;
  });
  Old.drop();
  EXPECT_TRUE(Reading.expired());
  EXPECT_FALSE(Old.areOld());
  Ends.join();
}

TEST_F(EarlyFilesTest, KnowsSoManyFiles) {
  const std::string Folder = Path + ".many";
  ASSERT_EQ(mkdir(Folder.c_str(), 0700), 0);
  unsigned Added = 0;
  for (unsigned I = 0; I < 1100; ++I) {
    const std::string Name = Folder + "/f";
    const int Other = open(Name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    rename(Name.c_str(), (Name + std::to_string(I)).c_str());
    Added += isAdded(Other);
    close(Other);
  }
  EXPECT_EQ(Added, 1024u);
  for (unsigned I = 0; I < 1100; ++I)
    unlink((Folder + "/f" + std::to_string(I)).c_str());
  rmdir(Folder.c_str());
}

} // namespace
