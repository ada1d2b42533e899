//===- RegularFile.cpp - opening a file once more -------------------------===//
//
// See RegularFile.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/RegularFile.h"

#include "storage/Descriptor.h"
#include "storage/PagesAtOpen.h"
#include "support/Clock.h"
#include "support/Delay.h"
#include "support/DescriptorRoom.h"

#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <utility>

namespace foreslice {

namespace {

std::atomic<bool> OpensNone{false};
std::atomic<unsigned> Openings{0};

struct Opening {
  Opening() { ++Openings; }
  ~Opening() { --Openings; }
  Opening(const Opening &) = delete;
  Opening &operator=(const Opening &) = delete;
};

} // namespace

static int openPath(int PathFd) {
  const std::string Itself = "/proc/thread-self/fd/" + std::to_string(PathFd);
  int Fd = ::open(Itself.c_str(), O_RDONLY | O_CLOEXEC | O_NOATIME);
  if (Fd < 0 && errno == EPERM)
    Fd = ::open(Itself.c_str(), O_RDONLY | O_CLOEXEC);
  return moveFileUp(Fd);
}

/// Opens the file named by PathFd.
static RegularFile openNamed(int PathFd) {
  struct stat S;
  if (fstat(PathFd, &S) != 0)
    return {};
  if (S_ISDIR(S.st_mode))
    return {RegularFile::Folder};
  if (!S_ISREG(S.st_mode))
    return {};
  if (pages_at_open::areLost(S.st_dev))
    return {RegularFile::LetBe};
  const int Fd = openPath(PathFd);
  delayPoint();
  if (Fd < 0)
    return {};
  auto File = std::make_shared<Descriptor>(Fd);
  File->mindLocks();
  if (pages_at_open::lookForLoss(Fd))
    return {RegularFile::LetBe};
  descriptor_room::saw(Fd);
  return {RegularFile::Opened, std::move(File)};
}

RegularFile openRegular(const char *Path) {
  // Before the look: openNoMore() sees this opening, or this one sees the end.
  const Opening Now;
  if (OpensNone.load())
    return {};
  const int PathFd = descriptor_room::openPathAbove(Path);
  if (PathFd < 0)
    return {};
  RegularFile File = openNamed(PathFd);
  ::close(PathFd);
  return File;
}

void openNoMore(uint64_t MostNs) {
  const timespec Nap{0, 50'000};
  const uint64_t End = nowNs() + MostNs;
  OpensNone.store(true);
  while (Openings.load() != 0 && nowNs() < End)
    nanosleep(&Nap, nullptr);
}

} // namespace foreslice
