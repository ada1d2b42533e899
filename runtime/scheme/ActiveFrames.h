//===- ActiveFrames.h - the frames of a pool in use -----------------------===//
//
// Frames filled again and again stay in the processor's caches, and the system
// has provided the memory. Fetching no farther ahead than needed leaves storage
// and processor to more urgent work. If storage keeps up with a program of
// known reads, the pool begins with a few frames. The number of frames grows
// once more frames would have spared the main thread a wait, or storage a read.
// Not thread-safe: the cache's mutex guards the object.
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
  /// The first touch of 64 KiB of shared memory takes 60 to 100 us, a read into
  /// memory touched before takes 7.
  static constexpr uint64_t FirstBytes = 2u << 20, FirstPages = 16;

  ActiveFrames(size_t PoolPages, uint64_t PageSize)
      : Most(PoolPages),
        Count(std::min<size_t>(
            std::max<uint64_t>(FirstBytes / PageSize, FirstPages), PoolPages)) {
  }

  /// Frames in use. Beyond this count, frames of used pages are taken before
  /// untouched frames.
  size_t count() const { return Count; }
  /// Whether pages of far later calls wait until the prefetch content shrinks.
  bool holdBack(size_t Content) {
    bool Holds = Count < Most && Content >= Count / 4 * 3;
    Held |= Holds;
    return Holds;
  }
  /// A read of the main thread is served. Waited: the read waited for storage.
  void readDone(bool Waited) {
    Waits += (static_cast<double>(Waited) - Waits) * Recent;
    if (Held && Waited && Waits > ManyWaits)
      grow();
  }
  /// Times: reads, by all processes until now, of pages evicted while frames
  /// were untouched.
  void refetched(uint32_t Times) {
    for (; Refetches != Times && Count < Most; ++Refetches)
      grow();
    Refetches = Times;
  }

private:
  static constexpr double Recent = 1.0 / 16; ///< Weight of the last read.
  static constexpr double ManyWaits = 0.5;   ///< Share of the reads.

  void grow() {
    Count = std::min(4 * Count, Most);
    Held = false;
  }

  const size_t Most;
  size_t Count;
  double Waits = 0;
  uint32_t Refetches = 0;
  bool Held = false; ///< Fetches were held back since Count grew.
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_ACTIVEFRAMES_H
