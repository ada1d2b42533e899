//===- StorageShare.h - whether the main thread waits for storage ---------===//
//
// What part of its time it spends in reads, of late. Where that is much,
// storage is the bottleneck, and what spares it requests helps: reads that take
// along pages of later calls or of other processes, and pages that are kept.
// Where storage keeps up, these only put pages that are needed later into the
// disks' queues before pages that are needed now, and touch memory for nothing.
// Not thread-safe: the cache's mutex guards it.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_STORAGESHARE_H
#define FORESLICE_SCHEME_STORAGESHARE_H

#include <cstdint>

namespace foreslice {

class StorageShare {
public:
  /// The main thread has computed for so long and then spent ReadNs in a read.
  void readDone(uint64_t ComputeNs, uint64_t ReadNs) {
    InReads += (static_cast<double>(ReadNs) - InReads) * Recent;
    Between += (static_cast<double>(ComputeNs) - Between) * Recent;
    Reads += Reads < FirstReads;
    Much = InReads > (isLarge() ? Little : Large) * (InReads + Between);
  }
  /// Not at first: until fetches are ahead, each process waits.
  bool isLarge() const { return Reads == FirstReads && Much; }

private:
  static constexpr unsigned FirstReads = 16;
  static constexpr double Recent = 1.0 / 16; ///< Weight of the last read.
  /// Of the time, in reads: above which it is large, and below which it is so
  /// no more. What helps where it is large also makes it smaller.
  static constexpr double Large = 0.5, Little = 0.1;

  double InReads = 0, Between = 0;
  unsigned Reads = 0; ///< So far, up to FirstReads.
  bool Much = false;
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_STORAGESHARE_H
