//===- TakingAlong.h - whether to read what is wanted later, too ----------===//
//
// A read that takes along pages of later calls, or of other processes, spares
// storage a request, which helps where storage is the bottleneck. Where it
// keeps up, the read only takes longer, and puts pages that are needed later
// into the disks' queues before pages that are needed now. So it is done while
// the main thread waits for storage for a good part of its time. Not
// thread-safe: the cache's mutex guards it.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_TAKINGALONG_H
#define FORESLICE_CACHE_TAKINGALONG_H

#include <cstdint>

namespace foreslice {

class TakingAlong {
public:
  /// The main thread has computed for so long and then spent ReadNs in a read.
  void readDone(uint64_t ComputeNs, uint64_t ReadNs) {
    InReads += (static_cast<double>(ReadNs) - InReads) * Recent;
    Between += (static_cast<double>(ComputeNs) - Between) * Recent;
    Reads += Reads < FirstReads;
  }
  /// Not at first: until fetches are ahead, each process waits.
  bool pays() const {
    return Reads == FirstReads && InReads > LeastShare * (InReads + Between);
  }

private:
  static constexpr unsigned FirstReads = 16;
  static constexpr double Recent = 1.0 / 16; ///< Weight of the last read.
  static constexpr double LeastShare = 0.2;  ///< Of the time, in reads.
  double InReads = 0, Between = 0;
  unsigned Reads = 0; ///< So far, up to FirstReads.
};

} // namespace foreslice

#endif // FORESLICE_CACHE_TAKINGALONG_H
