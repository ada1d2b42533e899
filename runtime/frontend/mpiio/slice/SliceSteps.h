//===- SliceSteps.h - one call of MPI-IO of a slice -----------------------===//
//
// What reads and writes have in common: a call id, the slice's file pointer,
// and where that is in the file. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_SLICESTEPS_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_SLICESTEPS_H

#include "frontend/mpiio/slice/SlicedFile.h"
#include "frontend/slice/Step.h"

namespace foreslice {

/// OneRankRead: served only if one rank opened the file. The others are those
/// of foreslice_written.
enum class CallKind {
  Read,
  OneRankRead,
  Counted,
  Write,
  WriteByAll,
  WriteLater
};

struct SliceCall {
  foreslice_handle File;
  int64_t Count;
  foreslice_handle Type;
  Pointer From;
  int64_t Offset;
  CallKind Kind;
};

/// Takes a call id and moves the slice's pointer.
Step advance(const SliceCall &C, OpenFile &File, const LayoutRef &Item)
    FORESLICE_REQUIRES(SlicedFilesLock);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_SLICESTEPS_H
