//===- ServedRead.h - what all served reads have in common ----------------===//
//
// Counting, statuses, the file pointer, and the vote before a collective read.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SERVEDREAD_H
#define FORESLICE_FRONTEND_MPIIO_SERVEDREAD_H

#include "frontend/mpiio/HeldLaunch.h"
#include "frontend/mpiio/ReadPlan.h"
#include "support/Clock.h"

#include <optional>

namespace foreslice {

/// What has become of a demand read.
struct ReadOutcome {
  uint64_t Bytes = 0;
  bool Served = false;     ///< From the cache.
  bool Ready = false;      ///< And all of it was there at once.
  bool ForStorage = false; ///< And it would else have gone to storage.
  /// From the operating system's memory, where a slice had brought all of it.
  bool OfSystem = false;
  bool OnlyStarted = false; ///< The time is not that of the whole read.
};

/// Times one demand read, if anybody will look at the counts or a launch that
/// is held back waits for slow reads.
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
  void finished(const ReadOutcome &R) const;

private:
  void count(const ReadOutcome &R, uint64_t Ns) const;

  FileStatistics &Stats;
  const bool Counting = process().counting();
  const bool Watched = slice_runner::isHeld() && held_launch::watchesNext();
  uint64_t Start = 0;
  unsigned InFlight = 0; ///< Reads of the engine's, at Start.
};

/// A read of Plan has been served from Pins.
ReadOutcome servedFrom(const PageCache::Demand &Pins, const ReadPlan &Plan,
                       const OpenFile &File);
/// False if other ranks may read at the same pointer: where this read begins is
/// known only when it is done.
bool mayServe(const ReadRequest &R, const OpenFile &File);
/// How many bytes a read gave, by its status.
uint64_t bytesOf(MPI_Status &Status);
/// Makes Status that of a read of so many bytes.
void setStatus(MPI_Status *Status, uint64_t Bytes);
/// Moves the pointer that the read uses past it; false if MPI does not.
bool movePointer(const ReadRequest &R, const ReadPlan &Plan);

/// A collective read, once every rank of the file has come to it, in a region
/// or not: its result if the ranks voted for their caches, nothing if they all
/// go to the MPI library. Alone is the same read, not collective.
std::optional<int> votedRead(const ReadRequest &R, const OpenFile &File,
                             MPI_Status *Status, PlainRead Alone,
                             ReadOutcome &Outcome);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SERVEDREAD_H
