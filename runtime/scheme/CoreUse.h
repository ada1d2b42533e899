//===- CoreUse.h - whether the main thread leaves its core ----------------===//
//
// Whether it blocks between its reads: sleeps, or waits for others. Where it
// does, the engine runs meanwhile and takes nothing from it. Where it computes
// all the time, each look of the engine may interrupt it. What counts is not
// how long it has the core, which is little for one that computes beside
// others. Not thread-safe: the cache's mutex guards it.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_COREUSE_H
#define FORESLICE_SCHEME_COREUSE_H

#include "support/Scheduling.h"

#include <cstdint>

namespace foreslice {

class CoreUse {
public:
  /// A read of the calling thread is over.
  void readEnds(uint64_t NowNs) {
    Looks = NowNs - LookedNs >= BetweenNs;
    if (!Looks)
      return;
    LookedNs = NowNs;
    Before = scheduling::timesBlocked();
  }
  /// Its next read begins.
  void readBegins() {
    if (!Looks)
      return;
    Looks = false;
    Count += Count < Recent;
    Blocks += ((scheduling::timesBlocked() != Before ? 1 : 0) - Blocks) / Count;
  }
  /// Between most reads of late; not while nothing is known.
  bool leaves() const { return Blocks > 0.5; }
  /// Known not to leave.
  bool stays() const { return Count >= Recent / 2 && !leaves(); }

private:
  /// A look costs two system calls.
  static constexpr uint64_t BetweenNs = 1'000'000;
  /// Looks that count.
  static constexpr unsigned Recent = 8;

  uint64_t LookedNs = 0;
  long Before = 0;
  double Blocks = 0; ///< The share of looks that found so.
  unsigned Count = 0;
  bool Looks = false;
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_COREUSE_H
