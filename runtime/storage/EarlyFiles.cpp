//===- EarlyFiles.cpp - files fetched before the program opens them -------===//
//
// See EarlyFiles.h.
//
//===----------------------------------------------------------------------===//

#include "storage/EarlyFiles.h"

#include "storage/Descriptor.h"
#include "storage/KnownStatus.h"
#include "storage/PagesAtOpen.h"
#include "support/Clock.h"

#include <algorithm>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <utility>

namespace foreslice {

/// Opens the file of PathFd; null on failure.
static std::shared_ptr<Descriptor> openAgain(int PathFd) {
  const std::string Itself = "/proc/thread-self/fd/" + std::to_string(PathFd);
  const int Fd = moveFileUp(open(Itself.c_str(), O_RDONLY | O_CLOEXEC));
  if (Fd < 0)
    return nullptr;
  auto File = std::make_shared<Descriptor>(Fd);
  File->mindLocks();
  return File;
}

/// Who keeps pages of PathFd's mount over an open.
static EarlyFiles::Keeper keeper(int PathFd, dev_t Device) {
  if (!pages_at_open::areKept(Device) && !pages_at_open::areLost(Device))
    if (std::shared_ptr<Descriptor> File = openAgain(PathFd))
      pages_at_open::lookForLoss(File->descriptor());
  if (pages_at_open::areKept(Device))
    return EarlyFiles::Keeper::System;
  return pages_at_open::areNone(Device) ? EarlyFiles::Keeper::Process
                                        : EarlyFiles::Keeper::None;
}

bool EarlyFiles::ask(int Fd, Status &To) {
  struct statx S;
  constexpr unsigned Wanted =
      STATX_TYPE | STATX_INO | STATX_SIZE | STATX_MTIME | STATX_CTIME;
  if (statx(Fd, "", AT_EMPTY_PATH | AT_STATX_FORCE_SYNC, Wanted, &S) != 0 ||
      (S.stx_mask & Wanted) != Wanted)
    return false;
  To = {{makedev(S.stx_dev_major, S.stx_dev_minor), S.stx_ino},
        S.stx_size,
        {S.stx_mtime.tv_sec, S.stx_mtime.tv_nsec},
        {S.stx_ctime.tv_sec, S.stx_ctime.tv_nsec}};
  return true;
}

/// Two writes in one tick of the server's clock leave the same times. The
/// coarsest clocks of file systems count two seconds.
bool EarlyFiles::mayHideChanges(const Status &S) {
  constexpr time_t TickSeconds = 2;
  timespec Now;
  clock_gettime(CLOCK_REALTIME, &Now);
  return std::max(S.Written.tv_sec, S.Changed.tv_sec) + TickSeconds >=
         Now.tv_sec;
}

EarlyFiles::Keeper EarlyFiles::add(int PathFd, Rule How) {
  Status Now;
  if (!ask(PathFd, Now))
    return Keeper::None;
  const bool TimesTell = !mayHideChanges(Now);
  if (How == Rule::Checked && !TimesTell)
    return Keeper::None;
  Keeper KeptBy = keeper(PathFd, Now.Key.Device);
  if (How == Rule::Trusted && !(KeptBy == Keeper::Process && TimesTell))
    KeptBy = Keeper::System;
  if (KeptBy == Keeper::None)
    return KeptBy;
  MutexLock L(M);
  if (Files.size() >= Most && !Files.contains(Now.Key))
    return Keeper::None;
  HasAny.store(true, std::memory_order_relaxed);
  return Files.try_emplace(Now.Key, Early{Now, KeptBy, {}})
      .first->second.KeptBy;
}

void EarlyFiles::isReadBy(FileKey Key,
                          const std::shared_ptr<StoredFile> &Stored) {
  MutexLock L(M);
  auto Known = Files.find(Key);
  if (Known == Files.end())
    return;
  std::erase_if(Known->second.Readers,
                [](const auto &Reader) { return Reader.expired(); });
  Known->second.Readers.emplace_back(Stored);
}

EarlyFiles::EarlyPages EarlyFiles::opened(int Fd) {
  EarlyPages Pages;
  const std::optional<KnownStatus> File = KnownStatus::of(Fd);
  {
    MutexLock L(M);
    if (!File || !Files.contains(File->Key))
      return Pages;
  }
  Status Now;
  if (!ask(Fd, Now))
    return Pages;
  MutexLock L(M);
  auto Known = Files.extract(Now.Key);
  if (!Known)
    return Pages;
  const Status &Before = Known.mapped().Before;
  auto IsSame = [](const timespec &A, const timespec &B) {
    return A.tv_sec == B.tv_sec && A.tv_nsec == B.tv_nsec;
  };
  if (Before.Size == Now.Size && IsSame(Before.Written, Now.Written) &&
      IsSame(Before.Changed, Now.Changed)) {
    Pages.Kept = Known.mapped().KeptBy == Keeper::Process;
    return Pages;
  }
  Pages.File = openAgain(Fd);
  Pages.Readers = std::move(Known.mapped().Readers);
  return Pages;
}

void EarlyFiles::EarlyPages::drop() {
  if (!File)
    return;
  constexpr timespec Nap{0, 50'000};
  const uint64_t End = nowNs() + 1'000'000'000;
  auto IsUnderWay = [](const auto &Reader) { return !Reader.expired(); };
  while (std::ranges::any_of(Readers, IsUnderWay) && nowNs() < End)
    nanosleep(&Nap, nullptr);
  posix_fadvise(File->descriptor(), 0, 0, POSIX_FADV_DONTNEED);
  File = nullptr;
}

} // namespace foreslice
