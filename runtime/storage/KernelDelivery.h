//===- KernelDelivery.h - whether it reaches the program ------------------===//
//
// Kernel delivery is of no use where the operating system does not keep what is
// read (FUSE with direct I/O, 9P without a cache), and where it drops all of
// that before the program's read: MPI libraries lock files on network file
// systems for each read, and a lock may empty the cache. Both are found out
// from what becomes of the first pages of each file. Not thread-safe, but for
// isGivenUp().
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
  /// So many pages that are gone at once are enough to know.
  static constexpr unsigned MostGone = 4;

  /// Nothing is fetched any more.
  bool isGivenUp() const { return GivenUp.load(std::memory_order_relaxed); }
  /// Whether the system keeps what is read, as far as that was seen.
  bool keeps() const { return Kept.load(std::memory_order_relaxed); }
  /// Pages that were gone right after they had come.
  unsigned gone() const { return Gone.load(std::memory_order_relaxed); }
  /// One line for the statistics, when it has just been given up; else null.
  const char *news();

  /// Whether fetched() wants to be told of the page that has just come.
  bool wantsToKnow() const { return !keeps() && !isGivenUp(); }
  void fetched(Residency Now);
  /// A read of the engine's took storage so long.
  void fetchTook(uint64_t Ns);
  /// Whether the next demand read of resident pages may wait, as the last one
  /// has taken long: only then it is worth system calls to know for how long
  /// the read blocks.
  bool mayWait() const { return MayWait; }
  /// A demand read of pages that were all resident took so long, and blocked
  /// for so long: 0 if it had to leave its core to others, as in a collective
  /// read, but slept never, and if that is not known.
  void readyReadWaited(uint64_t Ns, uint64_t BlockedNs);

private:
  void giveUp(const char *Why);

  std::atomic<bool> GivenUp{false}, Kept{false};
  std::atomic<unsigned> Gone{0};
  const char *Why = nullptr;
  bool MayWait = false;
  RecentMean FetchNs; ///< Of reads of the engine.
  /// Demand reads of resident pages that waited all the same.
  RecentShare Waited;
};

} // namespace foreslice

#endif // FORESLICE_STORAGE_KERNELDELIVERY_H
