//===- Residency.cpp - what the operating system has in memory ------------===//
//
// See Residency.h. Debian 12's headers do not have cachestat yet; the number is
// the same on every architecture.
//
//===----------------------------------------------------------------------===//

#include "storage/Residency.h"

#include "support/Valgrind.h"

#include <atomic>
#include <cerrno>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

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

/// RWF_NOWAIT: the byte is copied if it is in memory, else EAGAIN; file systems
/// that cannot tell say EOPNOTSUPP.
bool byteIsResident(int Fd, uint64_t Offset) {
  char Byte;
  iovec To{&Byte, 1};
  return preadv2(Fd, &To, 1, static_cast<off_t>(Offset), RWF_NOWAIT) == 1;
}

} // namespace

bool foreslice::isResident(int Fd, uint64_t Offset, uint64_t Length) {
  static const uint64_t Unit = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  // Valgrind complains of each call that it does not know.
  static std::atomic<bool> HaveCachestat{!runsOnValgrind()};
  if (HaveCachestat.load(std::memory_order_relaxed)) {
    CachestatRange Range{Offset, Length};
    Cachestat Counts{};
    if (syscall(CachestatNumber, Fd, &Range, &Counts, 0) == 0) {
      uint64_t Units = (Offset + Length - 1) / Unit - Offset / Unit + 1;
      return Counts.Cached >= Units;
    }
    if (errno != ENOSYS && errno != EPERM)
      return false;
    HaveCachestat.store(false, std::memory_order_relaxed);
  }
  return byteIsResident(Fd, Offset) && byteIsResident(Fd, Offset + Length - 1);
}
