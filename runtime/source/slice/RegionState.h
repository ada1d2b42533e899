//===- RegionState.h - a region for the run time --------------------------===//
//
// Made at the first launch of a region, and kept in foreslice_region::state.
// Lives as long as the process and so outlives an unloaded module.
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

struct RegionState : foreslice_region_state {
  std::string Name;
  RegionStatistics *Stats = nullptr;
  /// The code of the slice's module: only there may a slice be interrupted, as
  /// other code may hold a lock of a library.
  uintptr_t CodeBegin = 0, CodeEnd = 0;
  std::atomic<bool> Off{false};
  std::atomic<unsigned> FailuresInARow{0};
  std::atomic<bool> ScoutsOff{false}; ///< A scout failed.
  /// Short launches in a row that no slice could help, and the number of
  /// launches to leave out beyond the usual.
  std::atomic<unsigned> IdleInARow{0}, LeavesOut{0};
  /// Launches in a row that were refused inside another region, and when the
  /// first one of the last few was.
  std::atomic<unsigned> RefusedInARow{0};
  std::atomic<uint64_t> RefusedSinceNs{0};
  /// Launches in a row that were held back to the region's end.
  std::atomic<unsigned> HeldInARow{0};
  /// Reads in a row without data, at the end of the last launch.
  std::atomic<unsigned> InVain{0};
  /// Those before which the slice waited for the program; slow ones count more.
  std::atomic<unsigned> HeldUp{0};

  /// The last slice that began before the program's first read was ahead of no
  /// read: all pages asked for were in memory, or unread.
  std::atomic<bool> EarlyInVain{false};

  static RegionState &of(foreslice_region &Region);
  /// Counts one thread more, or one less, whose slice may want values.
  void addListener(bool IsOneMore) {
    std::atomic_ref(listeners).fetch_add(IsOneMore ? 1U : -1U,
                                         std::memory_order_relaxed);
  }
  /// Off for good; Why becomes a note of the statistics.
  void turnOff(const std::string &Why);
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_REGIONSTATE_H
