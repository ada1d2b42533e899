//===- KernelDelivery.cpp - whether kernel delivery works for a file ------===//
//
// See KernelDelivery.h.
//
//===----------------------------------------------------------------------===//

#include "storage/KernelDelivery.h"

#include <utility>

using namespace foreslice;

/// Reads after which a majority of waits counts.
static constexpr unsigned EnoughReads = 16;

const char *KernelDelivery::news() { return std::exchange(Why, nullptr); }

void KernelDelivery::giveUp(const char *Reason) {
  Why = Reason;
  GivenUp.store(true, std::memory_order_relaxed);
}

void KernelDelivery::fetched(Residency Now) {
  // Where the kernel does not say, the times of reads have to do.
  if (Now != Residency::Absent)
    Kept.store(true, std::memory_order_relaxed);
  if (!keeps() && ++Gone == MostGone)
    giveUp("the operating system keeps nothing of what is read: no more is "
           "prefetched");
}

void KernelDelivery::fetchTook(uint64_t Ns) {
  FetchNs.add(static_cast<double>(Ns));
}

void KernelDelivery::readyReadWaited(uint64_t Ns, uint64_t BlockedNs) {
  auto IsLong = [&](uint64_t T) {
    return 2 * static_cast<double>(T) > FetchNs.value();
  };
  if (FetchNs.value() == 0 || isGivenUp())
    return;
  MayWait = IsLong(Ns);
  Waited.add(IsLong(BlockedNs));
  if (Waited.isMost(EnoughReads))
    giveUp("reads wait for storage although the operating system has their "
           "data: a lock of the MPI library may drop them; no more is "
           "prefetched");
}
