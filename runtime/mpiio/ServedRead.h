//===- ServedRead.h - what all served reads have in common ----------------===//
//
// Counting, statuses, the file pointer, and the vote before a collective read.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_MPIIO_SERVEDREAD_H
#define FORESLICE_MPIIO_SERVEDREAD_H

#include "mpiio/HeldLaunch.h"
#include "mpiio/ReadPlan.h"

#include <chrono>
#include <optional>

namespace foreslice {

/// Times one demand read, if anybody will look at the counts or a launch that
/// is held back waits for slow reads.
class ReadTimer {
public:
  explicit ReadTimer(FileStatistics &S) : Stats(S) {
    if (runs())
      Start = Clock::now();
  }
  bool runs() const { return Counting || Watched; }
  void finished(uint64_t Bytes) const;

private:
  using Clock = std::chrono::steady_clock;
  FileStatistics &Stats;
  const bool Counting = process().counting();
  const bool Watched = slice_runner::isHeld() && held_launch::watchesNext();
  Clock::time_point Start;
};

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
                             uint64_t &Bytes);

} // namespace foreslice

#endif // FORESLICE_MPIIO_SERVEDREAD_H
