//===- SlicedFile.h - a file as slices see it -----------------------------===//
//
// Where the slice and its scouts are in a file: each counts its own calls and
// moves its own file pointer. Launches reset, slices advance.
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

/// Guards all that is said to be so. Held for moments only.
extern Mutex SlicedFilesLock;

/// Of one device and inode.
struct SlicedFile {
  /// By execution::runner().
  std::array<uint64_t, execution::Runners>
      CallIds FORESLICE_GUARDED_BY(SlicedFilesLock){};
  /// By execution::number(), each that prefetch thread's.
  std::array<Lag, MostSlices> Lags;
  /// By OpenedAhead::claim.
  std::atomic<uint64_t> Claims{0};
  /// Where the slice and the program meet by place: what a library reads for
  /// the program are not the program's calls. By execution::number().
  struct Placed {
    uint64_t Launch = 0; ///< The slice of which has come to the file; 0: none.
    PlacedReads Places;
  };
  std::array<Placed, MostSlices> Places FORESLICE_GUARDED_BY(SlicedFilesLock);
  /// A slice has come to some file by place.
  static std::atomic<bool> HasPlaces;

  uint64_t takeCallId() FORESLICE_REQUIRES(SlicedFilesLock) {
    return CallIds[execution::runner()]++;
  }
};

/// Of one handle.
struct SlicedHandle {
  /// As the slice sees it, or one of its scouts.
  struct State {
    /// In etypes; nothing if not known.
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
