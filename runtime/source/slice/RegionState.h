//===- RegionState.h - what the run time knows of a region ----------------===//
//
// Made at the first launch of a region, and kept in foreslice_region::state. It
// lives as long as the process and so outlives a module that is unloaded.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_REGIONSTATE_H
#define FORESLICE_SOURCE_SLICE_REGIONSTATE_H

#include "foreslice/abi.h"
#include "support/Statistics.h"

#include <atomic>
#include <cstdint>
#include <string>

namespace foreslice {

struct RegionState {
  std::string Name;
  RegionStatistics *Stats = nullptr;
  /// The code of the module that the slice is in: only there may a slice be
  /// interrupted, as anywhere else it may hold a lock of a library.
  uintptr_t CodeBegin = 0, CodeEnd = 0;
  std::atomic<bool> Off{false};
  std::atomic<unsigned> FailuresInARow{0};
  std::atomic<bool> ScoutsOff{false}; ///< One failed.
  /// Short launches in a row that no slice could help, launches left out since,
  /// and how many more than usual are to be.
  std::atomic<unsigned> IdleInARow{0}, LeftOut{0}, LeavesOut{0};

  /// The last slice that began before the program had read was ahead of none of
  /// its reads: all that it asked for was in memory, or not read.
  std::atomic<bool> EarlyInVain{false};

  static RegionState &of(foreslice_region &Region);
  /// Off for good; Why becomes a note of the statistics.
  void turnOff(const std::string &Why);
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_REGIONSTATE_H
