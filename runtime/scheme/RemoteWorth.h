//===- RemoteWorth.h - whether other nodes are faster than storage --------===//
//
// Judged by the recent past: the time of a page from storage, and of a page
// from another node. Not thread-safe: the cache's mutex guards the object.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_REMOTEWORTH_H
#define FORESLICE_SCHEME_REMOTEWORTH_H

#include "support/Recent.h"

#include <algorithm>
#include <cstdint>

namespace foreslice {

class RemoteWorth {
public:
  /// Whether the next fetch asks other nodes. While storage is faster, only one
  /// fetch in TriedOneOf asks, to notice a change.
  bool ask() { return pays() || ++Unasked % TriedOneOf == 0; }
  bool pays() const {
    return std::min(Storage.Fetches, Remote.Fetches) < MinFetches ||
           Remote.PageNs <= Storage.PageNs;
  }
  void readDone(uint64_t Pages, uint64_t Ns) { Storage.add(Pages, Ns); }
  /// Ns from the question for owners of the pages to the last copy.
  void copyDone(uint64_t Pages, uint64_t Ns) { Remote.add(Pages, Ns); }

private:
  static constexpr uint64_t MinFetches = 8, Fading = 8;

  struct Cost {
    uint64_t Fetches = 0;
    double PageNs = 0; ///< Mean of recent fetches.

    void add(uint64_t Pages, uint64_t Ns) {
      double Now = static_cast<double>(Ns) /
                   static_cast<double>(std::max<uint64_t>(Pages, 1));
      PageNs +=
          (Now - PageNs) / static_cast<double>(std::min(++Fetches, Fading));
    }
  };
  Cost Storage, Remote;
  uint64_t Unasked = 0;
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_REMOTEWORTH_H
