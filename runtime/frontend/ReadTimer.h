//===- ReadTimer.h - what has become of a read, and how long it took ------===//
//
// Counts the reads of the main thread, of every front end alike.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_READTIMER_H
#define FORESLICE_FRONTEND_READTIMER_H

#include "frontend/Runtime.h"
#include "support/Clock.h"

namespace foreslice {

/// What has become of a demand read.
struct ReadOutcome {
  uint64_t Bytes = 0;
  bool Served = false;     ///< From the cache.
  bool Ready = false;      ///< And all of it was there at once.
  bool ForStorage = false; ///< And it would else have gone to storage.
  /// From the operating system's memory, where a source had brought all of it.
  bool OfSystem = false;
  bool Found = false;       ///< All of it was there, or on its way.
  bool OnlyStarted = false; ///< The time is not that of the whole read.
};

/// Times one demand read, if anybody will look at the counts or a source wants
/// to know.
class ReadTimer {
public:
  explicit ReadTimer(FileStatistics &S) : Stats(S) {
    if (runs())
      Start = nowNs();
    if (Counting)
      InFlight =
          Statistics::get().ReadsInFlight.load(std::memory_order_relaxed);
  }
  bool runs() const { return Counting || Watched; }
  /// Whether a source wants to know the time.
  bool isWatched() const { return Watched; }
  void finished(const ReadOutcome &R) const;

private:
  void count(const ReadOutcome &R, uint64_t Ns) const;

  FileStatistics &Stats;
  const bool Counting = runtime().counting();
  const bool Watched = sources().timesNext();
  uint64_t Start = 0;
  unsigned InFlight = 0; ///< Reads of the engine's, at Start.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_READTIMER_H
