//===- PosixFilesTest.cpp - files that slices read by POSIX ---------------===//
//
// The program's removals wait for files that are about to be closed.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/PosixFiles.h"
#include "MpiFixture.h"
#include "frontend/posix/PosixFrontend.h"

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
  EXPECT_FALSE(Files.callBegins(Fd, 0, 1, Before).File);
  Files.giveUp({S.st_dev, S.st_ino}); // as MPI_File_open does
  EXPECT_FALSE(Files.letGo([](const FileKey &) { return false; }))
      << "one is about to be closed";
  ::close(Fd);
}

} // namespace
