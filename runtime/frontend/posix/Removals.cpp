//===- Removals.cpp - files removed by the program ------------------------===//
//
// See Removals.h. The run time's descriptors are in a separate table: the
// helper queue closes files there.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/Removals.h"

#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/hint/HintReader.h"
#include "frontend/posix/slice/Mappings.h"
#include "frontend/posix/slice/RegularFile.h"
#include "frontend/posix/watch/ProgramWatch.h"
#include "source/slice/SliceRunner.h"
#include "storage/Descriptor.h"
#include "support/ForkGuard.h"
#include "support/HelperQueue.h"
#include "support/OwnWork.h"

#include <fcntl.h>
#include <sys/stat.h>

namespace foreslice {

/// Most time that a removal waits for the run time to close the file.
static constexpr uint64_t MostRemovalNs = 1'000'000'000;

/// Whether the run time may have a file open, or open a file at any moment.
static bool isAnyOpen() {
  HintReader *const Hints = HintReader::ifAny();
  ProgramWatch *const Watch = ProgramWatch::ifAny();
  return slice_runner::wasAnyLaunched() || (Hints && Hints->isAnyOpen()) ||
         (Watch && Watch->isAnyClosing());
}

static std::optional<FileKey> fileAt(int Folder, const char *Path) {
  struct stat S;
  if (!Path || fstatat(Folder, Path, &S, AT_SYMLINK_NOFOLLOW) != 0)
    return std::nullopt;
  return FileKey{S.st_dev, S.st_ino};
}

/// Waits until all requested files are closed.
static void finish() {
  HelperQueue::get().finish(MostRemovalNs);
  if (PosixFrontend *Slices = posixIfAny())
    Slices->files().finishClosing(MostRemovalNs);
  UnopenedFiles::finishReads(MostRemovalNs);
}

Removal::Removal(int Folder, const char *Path) {
  if (fork_guard::isChild() || !isAnyOpen())
    return;
  OwnWork Work;
  attempt([&] {
    std::optional<FileKey> File = fileAt(Folder, Path);
    if (!File)
      return false;
    Removed = *File;
    bool Closes = false;
    IsHeeded = true;
    if (PosixFrontend *Slices = posixIfAny()) {
      Closes |= Slices->files().removes(Removed);
      Slices->files().finishOpening(MostRemovalNs);
    }
    Closes |=
        Mappings::letGo([&](const FileKey &Key) { return Key == Removed; });
    if (HintReader *Hints = HintReader::ifAny(); Hints && Hints->isAnyOpen())
      Closes |= Hints->removes(Removed, MostRemovalNs);
    if (ProgramWatch *Watch = ProgramWatch::ifAny())
      Closes |= Watch->isAnyClosing();
    if (Closes)
      finish();
    return true;
  });
}

Removal::~Removal() {
  if (!IsHeeded)
    return;
  OwnWork Work;
  // Whoever began to open the file before the removal closes the file again.
  if (PosixFrontend *Slices = posixIfAny()) {
    Slices->files().finishOpening(MostRemovalNs);
    Slices->files().removed(Removed);
  }
  if (HintReader *Hints = HintReader::ifAny())
    Hints->removed(MostRemovalNs);
}

/// Closes files open on a file system, and finishes openings there.
static void letGo(dev_t Device) {
  auto IsThere = [&](const FileKey &Key) { return Key.Device == Device; };
  if (PosixFrontend *Slices = posixIfAny()) {
    Slices->files().finishOpening(MostRemovalNs);
    Slices->files().letGo(IsThere);
  }
  Mappings::letGo(IsThere);
  // Work of the queue may list a folder there, or expect files.
  HelperQueue::get().finish(MostRemovalNs);
  if (HintReader *Hints = HintReader::ifAny())
    Hints->unmounts(Device, MostRemovalNs);
  finish();
}

void letGoForLease(int Fd) {
  struct stat S;
  if (fork_guard::isChild() || fstat(Fd, &S) != 0)
    return;
  openNoMore(MostRemovalNs);
  attempt([&] {
    if (ProgramWatch *Watch = ProgramWatch::ifAny()) {
      Watch->stopLearning();
      Watch->closes(Fd);
    }
    letGo(S.st_dev);
    return true;
  });
}

void letGoOfMount(const char *Path) {
  if (fork_guard::isChild() ||
      (!posixIfAny() && !HintReader::ifAny() && !ProgramWatch::ifAny()))
    return;
  OwnWork Work;
  // A slice opening files ahead would open the next file there.
  slice_runner::endThreads(MostRemovalNs);
  attempt([&] {
    std::optional<FileKey> Root = fileAt(AT_FDCWD, Path);
    if (!Root)
      return false;
    letGo(Root->Device);
    return true;
  });
}

} // namespace foreslice
