//===- ReadTimer.h - outcome and time of a read ---------------------------===//
//
// Counts the reads of the main thread, alike for every front end.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_READTIMER_H
#define FORESLICE_FRONTEND_READTIMER_H

#include "frontend/Runtime.h"
#include "support/Clock.h"
#include "support/Trace.h"

namespace foreslice {

/// Outcome of a demand read.
struct ReadOutcome {
  uint64_t Bytes = 0;
  bool Served = false;     ///< From the cache.
  bool Ready = false;      ///< Served without waiting.
  bool ForStorage = false; ///< Served, in place of a read from storage.
  /// Read from the operating system's memory, where a source had brought all
  /// data.
  bool OfSystem = false;
  bool Found = false;       ///< All data were present, or on the way.
  bool OnlyStarted = false; ///< The time is not the time of the whole read.
  /// Of the first byte, in the file; NoOffset if the place is not known.
  uint64_t Offset = trace::NoOffset;
};

/// Times one demand read, if counts are wanted or a source asks for the time.
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
  unsigned InFlight = 0; ///< Reads of the engine at Start.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_READTIMER_H
