//===- TakingAlong.h - whether to read for other processes, too -----------===//
//
// A read that takes pages of other processes along spares them a request. Where
// it is one disk's, it takes no longer for that; where each page is on another
// disk, it spares nothing and waits for the slowest of them. Compared by recent
// means: while it is not done, reads queue up and the others take longer, too,
// until it is tried again. Not thread-safe: the engine thread's own.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_TAKINGALONG_H
#define FORESLICE_CACHE_TAKINGALONG_H

#include <cstdint>

namespace foreslice {

class TakingAlong {
public:
  /// A read took Ns, with pages of other processes or without.
  void readDone(bool ForOthers, uint64_t Ns) {
    double &Mean = ForOthers ? WithNs : WithoutNs;
    Mean += (static_cast<double>(Ns) - Mean) * (Mean == 0 ? 1 : Recent);
  }
  /// So it does while one of the two is not known.
  bool pays() const {
    return WithoutNs == 0 || WithNs <= MostSlower * WithoutNs;
  }

private:
  static constexpr double Recent = 1.0 / 8; ///< Weight of the last read.
  static constexpr double MostSlower = 1.5;
  double WithNs = 0, WithoutNs = 0;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_TAKINGALONG_H
