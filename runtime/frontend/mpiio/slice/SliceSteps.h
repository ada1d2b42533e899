//===- SliceSteps.h - one call of MPI-IO of a slice -----------------------===//
//
// What reads and writes have in common: a call id, the slice's file pointer,
// and where that is in the file. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_SLICESTEPS_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_SLICESTEPS_H

#include "frontend/mpiio/slice/SlicedFile.h"
#include "frontend/slice/SliceFamily.h"
#include "frontend/slice/Step.h"

namespace foreslice {

/// At which pointer of the file a call is.
Pointer pointerOf(const foreslice_io_call &Call);

/// Reads of A are served only if one rank opened the file: several come in an
/// order that is not known.
bool isForOneRank(const SliceAccess &A);

/// Takes a call id and moves the slice's pointer.
Step advance(const SliceAccess &C, OpenFile &File, const LayoutRef &Item)
    FORESLICE_REQUIRES(SlicedFilesLock);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_SLICESTEPS_H
