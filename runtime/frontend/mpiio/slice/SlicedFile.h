//===- SlicedFile.h - a file as seen by slices ----------------------------===//
//
// Positions of the slice and the scouts in a file: each has a count of calls
// and a file pointer. Launches reset, slices advance.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_SLICEDFILE_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_SLICEDFILE_H

#include "frontend/mpiio/Files.h"
#include "frontend/mpiio/slice/Lag.h"
#include "frontend/posix/PlacedReads.h"
#include "source/slice/SliceExecution.h"
#include "support/Mutex.h"

#include <array>

namespace foreslice {

/// Guards all members marked so. Held for moments only.
extern Mutex SlicedFilesLock;

/// State of one device and inode.
struct SlicedFile {
  /// By execution::runner().
  std::array<uint64_t, execution::Runners>
      CallIds FORESLICE_GUARDED_BY(SlicedFilesLock){};
  /// By execution::number(), for the prefetch thread of the number.
  std::array<Lag, MostSlices> Lags;
  /// By OpenedAhead::claim.
  std::atomic<uint64_t> Claims{0};
  /// Places where slice and program meet: reads of a library for the program
  /// are not the program's calls. By execution::number().
  struct Placed {
    uint64_t Launch = 0; ///< The launch of the slice at the file; 0: none.
    PlacedReads Places;
  };
  std::array<Placed, MostSlices> Places FORESLICE_GUARDED_BY(SlicedFilesLock);
  /// A slice has come to some file by place.
  static std::atomic<bool> HasPlaces;

  uint64_t takeCallId() FORESLICE_REQUIRES(SlicedFilesLock) {
    return CallIds[execution::runner()]++;
  }
};

/// State of one handle.
struct SlicedHandle {
  /// The state for the slice, or for a scout.
  struct State {
    /// In etypes; nothing if unknown.
    std::optional<int64_t> Position = 0, SharedPosition = 0;
    std::shared_ptr<const View> FileView = View::bytes();

    std::optional<int64_t> &position(Pointer P) {
      return P == Pointer::Shared ? SharedPosition : Position;
    }
  };

  State &own() FORESLICE_REQUIRES(SlicedFilesLock) {
    return States[execution::runner()];
  }
  /// By execution::runner().
  std::array<State, execution::Runners>
      States FORESLICE_GUARDED_BY(SlicedFilesLock);
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_SLICEDFILE_H
