//===- Residency.cpp - file data in the operating system's memory ---------===//
//
// See Residency.h. Debian 12's headers do not have cachestat yet; the number is
// the same on all architectures.
//
//===----------------------------------------------------------------------===//

#include "storage/Residency.h"

#include "layout/ByteRange.h"
#include "storage/FileSystem.h"
#include "support/Tools.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <linux/magic.h>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <vector>

using namespace foreslice;

namespace {

constexpr long CachestatNumber = 451;

struct CachestatRange {
  uint64_t Offset, Length;
};

/// Counts are in pages of the machine.
struct Cachestat {
  uint64_t Cached, Dirty, Writeback, Evicted, RecentlyEvicted;
};

/// Bytes of a page of the machine. No variable of the library's: other
/// libraries' constructors may read files, and run first.
uint64_t unitBytes() { return static_cast<uint64_t>(sysconf(_SC_PAGESIZE)); }

/// The units that have bytes of a range that is not empty.
uint64_t unitsOf(ByteRange Bytes, uint64_t Unit) {
  return (Bytes.End - 1) / Unit - Bytes.Begin / Unit + 1;
}

/// The kernel keeps overlayfs pages with the lower file: cachestat finds no
/// pages.
bool isOverlay(int Fd) {
  std::optional<FileSystem> On = FileSystem::remembered(Fd);
  return On && On->Magic == OVERLAYFS_SUPER_MAGIC;
}

/// The answer of cachestat; nothing where the kernel has no cachestat, or says
/// nothing of files that the process may not write, or of overlayfs.
std::optional<Residency> byCachestat(int Fd, ByteRange Bytes) {
  // Valgrind complains of each call of an unknown system call.
  static constinit std::atomic<bool> HaveCachestat{true};
  if (tools::isValgrindThere() ||
      !HaveCachestat.load(std::memory_order_relaxed))
    return std::nullopt;
  CachestatRange Range{Bytes.Begin, Bytes.End - Bytes.Begin};
  Cachestat Counts{};
  if (syscall(CachestatNumber, Fd, &Range, &Counts, 0) != 0) {
    if (errno == ENOSYS)
      HaveCachestat.store(false, std::memory_order_relaxed);
    else if (errno != EPERM)
      return Residency::Unknown;
    return std::nullopt;
  }
  if (Counts.Cached == 0 && isOverlay(Fd))
    return std::nullopt;
  return Counts.Cached >= unitsOf(Bytes, unitBytes()) ? Residency::Resident
                                                      : Residency::Absent;
}

/// RWF_NOWAIT: the byte is copied if in memory, else EAGAIN; file systems that
/// cannot tell say EOPNOTSUPP.
Residency byteByNowait(int Fd, uint64_t Offset) {
  char Byte;
  iovec To{&Byte, 1};
  ssize_t N = preadv2(Fd, &To, 1, static_cast<off_t>(Offset), RWF_NOWAIT);
  return N == 1                         ? Residency::Resident
         : N < 0 && errno == EOPNOTSUPP ? Residency::Unknown
                                        : Residency::Absent;
}

/// mincore says that all is resident of files that the process neither owns nor
/// may write.
bool mincoreTells(int Fd) {
  struct stat S;
  return (fstat(Fd, &S) == 0 && S.st_uid == geteuid()) ||
         access(("/proc/self/fd/" + std::to_string(Fd)).c_str(), W_OK) == 0;
}

Residency byMincore(int Fd, ByteRange Bytes) {
  if (!mincoreTells(Fd))
    return Residency::Unknown;
  const uint64_t Unit = unitBytes(), Units = unitsOf(Bytes, Unit);
  uint64_t Begin = Bytes.Begin / Unit * Unit;
  void *Address = mmap(nullptr, Units * Unit, PROT_READ, MAP_SHARED, Fd,
                       static_cast<off_t>(Begin));
  if (Address == MAP_FAILED) // as for FUSE without a cache in the kernel
    return Residency::Unknown;
  std::vector<unsigned char> InMemory(Units);
  bool Known = mincore(Address, Units * Unit, InMemory.data()) == 0;
  munmap(Address, Units * Unit);
  if (!Known)
    return Residency::Unknown;
  return std::ranges::all_of(InMemory, [](unsigned char U) { return U & 1; })
             ? Residency::Resident
             : Residency::Absent;
}

} // namespace

Residency foreslice::residencyOf(int Fd, uint64_t Offset, uint64_t Length) {
  ByteRange Bytes{Offset, Offset + Length};
  if (std::optional<Residency> Said = byCachestat(Fd, Bytes))
    return *Said;
  Residency First = byteByNowait(Fd, Bytes.Begin);
  if (First == Residency::Unknown)
    return byMincore(Fd, Bytes);
  return First == Residency::Resident ? byteByNowait(Fd, Bytes.End - 1) : First;
}

void foreslice::revalidate(int Fd) {
  struct statx Unused;
  statx(Fd, "", AT_EMPTY_PATH | AT_STATX_FORCE_SYNC, STATX_BASIC_STATS,
        &Unused);
}
