//===- KernelDelivery.h - whether kernel delivery works for a file --------===//
//
// Kernel delivery is of no use where the operating system does not keep read
// data (FUSE with direct I/O, 9P without a cache), and where the system drops
// the data before the program's read: MPI libraries lock files on network file
// systems for each read, and a lock may empty the cache. The fate of the first
// pages of each file shows both. Not thread-safe, but for isGivenUp().
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_KERNELDELIVERY_H
#define FORESLICE_STORAGE_KERNELDELIVERY_H

#include "storage/Residency.h"
#include "support/Recent.h"

#include <atomic>
#include <cstdint>

namespace foreslice {

class KernelDelivery {
public:
  /// Pages gone right after the fetch that end the delivery.
  static constexpr unsigned MostGone = 4;

  /// Nothing is fetched any more.
  bool isGivenUp() const { return GivenUp.load(std::memory_order_relaxed); }
  /// Whether the system keeps read data, as far as seen.
  bool keeps() const { return Kept.load(std::memory_order_relaxed); }
  /// Pages that were gone right after the fetch.
  unsigned gone() const { return Gone.load(std::memory_order_relaxed); }
  /// One line for the statistics, right after giving up; else null.
  const char *news();

  /// Whether fetched() is to be called for the next page.
  bool wantsToKnow() const { return !keeps() && !isGivenUp(); }
  void fetched(Residency Now);
  /// Storage time of a read of the engine, in nanoseconds.
  void fetchTook(uint64_t Ns);
  /// Whether the next demand read of resident pages may wait, as the last took
  /// long: only then the read's blocked time is worth system calls.
  bool mayWait() const { return MayWait; }
  /// A demand read of resident pages took Ns, and blocked for BlockedNs: 0 if
  /// unknown, or if the read gave up its core, as in a collective read, but
  /// never slept.
  void readyReadWaited(uint64_t Ns, uint64_t BlockedNs);

private:
  void giveUp(const char *Why);

  std::atomic<bool> GivenUp{false}, Kept{false};
  std::atomic<unsigned> Gone{0};
  const char *Why = nullptr;
  bool MayWait = false;
  RecentMean FetchNs; ///< Time of the engine's reads.
  /// Demand reads of resident pages that waited.
  RecentShare Waited;
};

} // namespace foreslice

#endif // FORESLICE_STORAGE_KERNELDELIVERY_H
