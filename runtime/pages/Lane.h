//===- Lane.h - the request that a page was fetched for -------------------===//
//
// A lane is a number under which a source's requests are queued and the
// source's pages are counted. Every source of prefetch requests has a lane of
// its own. A source that follows several threads of the program has a lane for
// each thread. Each lane counts calls of the program in its own way, file by
// file.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PAGES_LANE_H
#define FORESLICE_PAGES_LANE_H

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace foreslice {

using LaneId = uint8_t;

/// Most lanes of all sources of a process.
inline constexpr size_t MostLanes = 12;

/// A call of the main thread, as a lane counts.
struct LaneCall {
  LaneId Lane = 0;
  uint64_t Id = 0;
  bool operator==(const LaneCall &) const = default;
};

/// How far the main thread is in one file, as each lane counts. Any thread.
class CallPositions {
public:
  /// The id of the main thread's next call.
  uint64_t next(LaneId Lane) const { return Next[Lane].load(Relaxed); }
  /// The main thread begins a read or a write that the lane counts as Calls
  /// calls. Sequentially consistent with the look for waiters of the call.
  void callBegins(LaneId Lane, uint64_t Calls = 1) {
    Next[Lane].fetch_add(Calls);
  }
  /// The id of the main thread's next call is Id, as the lane has found out.
  void place(LaneId Lane, uint64_t Id) { Next[Lane].store(Id); }
  /// The lane's next call has the id 0 again.
  void restart(LaneId Lane) {
    Next[Lane].store(0, Relaxed);
    Asked[Lane].store(0, Relaxed);
  }
  /// The lane's source asks for what the call reads. One thread of each lane.
  void asks(LaneId Lane, uint64_t Id) {
    if (Id >= Asked[Lane].load(Relaxed))
      Asked[Lane].store(Id + 1, Relaxed);
  }
  /// Whether the source has asked for the call that is so many Calls behind the
  /// one that the main thread began last, or for a later one.
  bool isAhead(LaneId Lane, uint64_t Calls = 0) const {
    return Asked[Lane].load(Relaxed) >= Next[Lane].load(Relaxed) + Calls;
  }
  /// No call is to come, in any lane's count.
  void end() {
    for (std::atomic<uint64_t> &N : Next)
      N.store(UINT64_MAX, Relaxed);
  }

private:
  static constexpr auto Relaxed = std::memory_order_relaxed;
  std::array<std::atomic<uint64_t>, MostLanes> Next{};
  /// Behind the last call that was asked for.
  std::array<std::atomic<uint64_t>, MostLanes> Asked{};
};

} // namespace foreslice

#endif // FORESLICE_PAGES_LANE_H
