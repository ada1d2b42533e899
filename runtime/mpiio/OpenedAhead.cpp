//===- OpenedAhead.cpp - files that a slice opens before the program ------===//
//
// See OpenedAhead.h. Whether a file has changed shows in its times, but not if
// it changes twice within one tick of the clock that they come from: a file is
// opened ahead only when its last change is longer ago than that.
//
//===----------------------------------------------------------------------===//

#include "mpiio/OpenedAhead.h"

#include "mpiio/Process.h"
#include "slice/SliceRunner.h"
#include "support/Delay.h"

#include <algorithm>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>

namespace foreslice {

namespace {

constexpr int64_t Second = 1'000'000'000;
/// Local file systems take the time of this machine's kernel, which ticks every
/// 1 to 10 ms; others may take that of a server.
constexpr int64_t LocalTick = Second / 50, ForeignTick = 60 * Second;

/// Magic numbers of file systems of this machine (statfs(2)): ext, XFS, Btrfs,
/// F2FS, ZFS, tmpfs, ramfs, overlayfs.
constexpr uint32_t Local[] = {0xEF53,     0x58465342, 0x9123683E, 0xF2F52010,
                              0x2FC12FC1, 0x01021994, 0x858458F6, 0x794C7630};

int64_t nanoseconds(const statx_timestamp &T) {
  return T.tv_sec * Second + T.tv_nsec;
}

} // namespace

OpenedAhead &OpenedAhead::get() {
  static OpenedAhead *A = new OpenedAhead;
  return *A;
}

bool OpenedAhead::stampOf(int Fd, Stamp &Out) {
  struct statx S;
  if (statx(Fd, "", AT_EMPTY_PATH | AT_STATX_FORCE_SYNC, STATX_BASIC_STATS,
            &S) != 0)
    return false;
  Out = {nanoseconds(S.stx_ctime), nanoseconds(S.stx_mtime), S.stx_size,
         S.stx_ino};
  return true;
}

bool OpenedAhead::hasSettled(int Fd, const Stamp &S) {
  struct statfs Fs;
  timespec Now;
  if (fstatfs(Fd, &Fs) != 0 || clock_gettime(CLOCK_REALTIME, &Now) != 0)
    return false;
  bool IsLocal = std::ranges::count(Local, static_cast<uint32_t>(Fs.f_type));
  return Now.tv_sec * Second + Now.tv_nsec - S.Changed >
         (IsLocal ? LocalTick : ForeignTick);
}

std::shared_ptr<OpenFile> OpenedAhead::find(foreslice_handle Stand) const {
  static const auto Gone = std::make_shared<OpenFile>();
  std::lock_guard G(Lock);
  auto It = std::ranges::find(Entries, Stand, &Entry::Stand);
  return It == Entries.end() ? Gone : It->File;
}

foreslice_handle OpenedAhead::open(const char *Name, int Mode) {
  if (Mode & (MPI_MODE_WRONLY | MPI_MODE_EXCL | MPI_MODE_SEQUENTIAL |
              MPI_MODE_DELETE_ON_CLOSE))
    return 0;
  std::optional<LocalFile> File = LocalFile::find(Name);
  if (foreslice_handle Stand = File ? openAgain(*File) : 0)
    return Stand;
  Stamp AtOpen;
  if (!File || !stampOf(File->descriptor(), AtOpen) ||
      !hasSettled(File->descriptor(), AtOpen))
    return 0;
  auto Ahead = std::make_shared<OpenFile>();
  Ahead->Shared = FileRegistry::get().shared(File->Key);
  uint64_t Claims = Ahead->Shared->Claims;
  if (Ahead->Shared->cached())
    return 0; // The program or the slice has it open.
  delayPoint();
  std::string Why;
  int Fd = File->openForCache(Why);
  if (Fd < 0)
    return 0;
  Ahead->Cached =
      PageCache::get().open(File->Key, Fd, File->Path, File->BlockSize);
  Ahead->Shared->addReader(Ahead->Cached);
  delayPoint();
  Ahead->OneRank = process().worldSize() == 1;
  std::unique_lock G(Lock);
  if (Ahead->Shared->Claims != Claims) { // The program came in between.
    G.unlock();
    Ahead->Shared->removeReader(Ahead->Cached);
    return 0;
  }
  prefetch_thread::count(RunCounter::FilesOpenedAhead);
  foreslice_handle Stand = Tag | ++Last;
  Entries.push_back({Stand, std::move(Ahead), AtOpen});
  Entries.back().Opened[prefetch_thread::runner()] = true;
  return Stand;
}

/// What only others than the one that runs have opened.
foreslice_handle OpenedAhead::openAgain(const LocalFile &File) {
  std::lock_guard G(Lock);
  auto It = std::ranges::find_if(Entries, [&](const Entry &E) {
    return !E.Opened[prefetch_thread::runner()] &&
           E.File->Shared->Key == File.Key;
  });
  if (It == Entries.end())
    return 0;
  It->Opened[prefetch_thread::runner()] = true;
  return It->Stand;
}

size_t OpenedAhead::scouted() const {
  std::lock_guard G(Lock);
  return std::ranges::count_if(
      Entries, [](const Entry &E) { return !E.Opened[0] && !E.Claimed; });
}

OpenedAhead::Claim OpenedAhead::claim(SharedFile &File) {
  std::lock_guard G(Lock);
  ++File.Claims;
  auto It = std::ranges::find_if(Entries, [&](const Entry &E) {
    return !E.Claimed && E.File->Shared.get() == &File;
  });
  if (It == Entries.end())
    return {};
  It->Claimed = true;
  Stamp Now;
  bool Same = stampOf(It->File->Cached->descriptor(), Now) && Now == It->AtOpen;
  return {It->File, !Same};
}

void OpenedAhead::closed(const SharedFile &File) {
  std::lock_guard G(Lock);
  std::erase_if(Entries, [&](const Entry &E) {
    return E.Claimed && E.File->Shared.get() == &File;
  });
}

void OpenedAhead::clear() {
  std::vector<Entry> Old;
  {
    std::lock_guard G(Lock);
    std::swap(Old, Entries);
  }
  for (const Entry &E : Old)
    if (!E.Claimed)
      E.File->Shared->removeReader(E.File->Cached);
}

} // namespace foreslice
