//===- ServiceModel.h - the time of a request's answer --------------------===//
//
// A model of a disk array behind a link: N disks, each with a queue and a fixed
// service time, a memory with a part of the disks' data, and one link shared by
// all replies. Pure arithmetic on the caller's clock: the model neither waits
// nor reads a clock.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SLOWFS_SERVICEMODEL_H
#define FORESLICE_DRIVER_SLOWFS_SERVICEMODEL_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace slowfs {

/// All times in nanoseconds, rates in bytes per second (0: unlimited).
struct ServiceParameters {
  unsigned Disks = 32;
  uint64_t ServiceNs = 2'000'000;
  uint64_t DiskBandwidth = 0;
  uint64_t StripeBytes = 64 << 10;
  unsigned CachedPercent = 0; ///< Part of the stripes served without a disk.
  uint64_t RoundTripNs = 0;
  uint64_t LinkBandwidth = 0;
};

/// Not thread-safe: guarded by the caller's lock.
class ServiceModel {
public:
  explicit ServiceModel(const ServiceParameters &P)
      : P(P), DiskFree(P.Disks, 0) {}

  /// Queues a request of Size bytes at Offset, arriving at Now. Returns the
  /// time of the answer. Stripe S of a file lies on disk FirstDisk + S.
  uint64_t deadline(uint64_t Now, uint64_t FirstDisk, uint64_t Offset,
                    uint64_t Size) {
    const uint64_t AtDisks = Now + P.RoundTripNs / 2;
    const uint64_t End = Offset + std::max<uint64_t>(Size, 1);
    uint64_t Done = AtDisks;
    for (uint64_t Position = Offset; Position < End;) {
      const uint64_t Stripe = Position / P.StripeBytes;
      const uint64_t Next = std::min(End, (Stripe + 1) * P.StripeBytes);
      if (!isCached(FirstDisk + Stripe)) {
        uint64_t &Free = DiskFree[(FirstDisk + Stripe) % P.Disks];
        Free = std::max(Free, AtDisks) + P.ServiceNs +
               transferNs(Next - Position, P.DiskBandwidth);
        Done = std::max(Done, Free);
      }
      Position = Next;
    }
    if (P.LinkBandwidth)
      Done = LinkFree =
          std::max(LinkFree, Done) + transferNs(Size, P.LinkBandwidth);
    return Done + P.RoundTripNs - P.RoundTripNs / 2;
  }

private:
  /// Always the same stripes, in no order (Knuth's multiplicative hashing).
  bool isCached(uint64_t Stripe) const {
    return (Stripe * 0x9E3779B97F4A7C15 >> 32) % 100 < P.CachedPercent;
  }
  static uint64_t transferNs(uint64_t Bytes, uint64_t Bandwidth) {
    return Bandwidth ? static_cast<uint64_t>(1e9 * static_cast<double>(Bytes) /
                                             static_cast<double>(Bandwidth))
                     : 0;
  }

  const ServiceParameters P;
  std::vector<uint64_t> DiskFree; ///< Time when each disk's queue is empty.
  uint64_t LinkFree = 0;
};

} // namespace slowfs

#endif // FORESLICE_DRIVER_SLOWFS_SERVICEMODEL_H
