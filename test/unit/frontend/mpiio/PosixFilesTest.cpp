//===- PosixFilesTest.cpp - files that slices read by POSIX ---------------===//
//
// The program's removals wait for files that are about to be closed.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/PosixFiles.h"
#include "MpiFixture.h"
#include "OwnProcess.h"
#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/slice/RegularFile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace foreslice;
using namespace foreslice::test;

namespace {

class PosixFilesTest : public MpiTest {};

TEST_F(PosixFilesTest, NobodyWaitsForAFileThatNoSliceHasOpened) {
  const std::string Path = makeFile(65536);
  const int Fd = ::open(Path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat S;
  ASSERT_EQ(fstat(Fd, &S), 0);
  PosixFiles &Files = posix().files();
  CountedCalls Before;
  EXPECT_FALSE(Files.callBegins(Fd, 0, 0, 1, Before).File);
  Files.giveUp({S.st_dev, S.st_ino}); // as MPI_File_open does
  EXPECT_FALSE(Files.letGo([](const FileKey &) { return false; }))
      << "one is about to be closed";
  ::close(Fd);
}

/// Closing any descriptor of the file would drop the program's locks.
TEST_F(PosixFilesTest, AFileThatIsOpenedTwiceKeepsTheLocksOfTheProgram) {
  const std::string Path = makeFile(65536);
  const int Fd = ::open(Path.c_str(), O_RDWR | O_CLOEXEC);
  PosixFiles &Files = posix().files();
  auto Open = [&] {
    const PosixFiles::Opening Now(Files);
    return Files.open(openRegular(Path.c_str()).File, Path);
  };
  const std::shared_ptr<CachedFile> First = Open();
  ASSERT_TRUE(First);
  struct flock L{};
  L.l_type = F_WRLCK;
  L.l_whence = SEEK_SET;
  ASSERT_EQ(fcntl(Fd, F_SETLK, &L), 0);
  EXPECT_EQ(Open(), First);
  EXPECT_TRUE(test::isLocked(Fd));
  ::close(Fd);
}

} // namespace
