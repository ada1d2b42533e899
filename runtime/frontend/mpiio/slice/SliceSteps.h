//===- SliceSteps.h - one call of MPI-IO of a slice -----------------------===//
//
// The common part of reads and writes: a call id, the slice's file pointer, and
// the place in the file. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_SLICESTEPS_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_SLICESTEPS_H

#include "frontend/mpiio/slice/SlicedFile.h"
#include "frontend/slice/SliceFamily.h"
#include "frontend/slice/Step.h"

namespace foreslice {

/// The pointer used by a call.
Pointer pointerOf(const foreslice_io_call &Call);

/// Whether reads of A are served only if one rank opened the file: the order of
/// several ranks is unknown, or ranks cannot be served each by itself.
bool isForOneRank(const SliceAccess &A);

/// Takes a call id and moves the slice's pointer.
Step advance(const SliceAccess &C, OpenFile &File, const LayoutRef &Item)
    FORESLICE_REQUIRES(SlicedFilesLock);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_SLICESTEPS_H
