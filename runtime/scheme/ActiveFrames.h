//===- ActiveFrames.h - how much of a pool is in use ----------------------===//
//
// Frames that are filled again and again stay in the processor's caches, and
// the system has provided their memory; fetching no farther ahead than need be
// leaves storage and processor to those that need them now. So where storage
// keeps up with a program of which is known what it reads next, its pool begins
// with few of its frames. It takes more once that would have spared the main
// thread a wait or storage a read. Not thread-safe: the cache's mutex guards
// it.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_ACTIVEFRAMES_H
#define FORESLICE_SCHEME_ACTIVEFRAMES_H

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace foreslice {

class ActiveFrames {
public:
  /// The first touch of 64 KiB of shared memory takes 60 to 100 us, and a read
  /// into memory that was touched before 7.
  static constexpr uint64_t FirstBytes = 2u << 20, FirstPages = 16;

  ActiveFrames(size_t PoolPages, uint64_t PageSize)
      : Most(PoolPages),
        Count(std::min<size_t>(
            std::max<uint64_t>(FirstBytes / PageSize, FirstPages), PoolPages)) {
  }

  /// Beyond these, frames of used pages are used again before untouched ones.
  size_t count() const { return Count; }
  /// Whether pages of far later calls wait until there is less prefetch
  /// content.
  bool holdBack(size_t Content) {
    bool Holds = Count < Most && Content >= Count / 4 * 3;
    Held |= Holds;
    return Holds;
  }
  /// A read of the main thread is served, and had to wait for storage or not.
  void readDone(bool Waited) {
    Waits += (static_cast<double>(Waited) - Waits) * Recent;
    if (Held && Waited && Waits > ManyWaits)
      grow();
  }
  /// Pages that went for others while frames were untouched were read again:
  /// so many until now, by all processes.
  void refetched(uint32_t Times) {
    for (; Refetches != Times && Count < Most; ++Refetches)
      grow();
    Refetches = Times;
  }

private:
  static constexpr double Recent = 1.0 / 16; ///< Weight of the last read.
  static constexpr double ManyWaits = 0.5;   ///< Of the reads.

  void grow() {
    Count = std::min(4 * Count, Most);
    Held = false;
  }

  const size_t Most;
  size_t Count;
  double Waits = 0;
  uint32_t Refetches = 0;
  bool Held = false; ///< Something was held back since Count last grew.
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_ACTIVEFRAMES_H
