//===- CallsAwaited.h - slices waiting for calls of the program -----------===//
//
// A slice that may be wrong does not run on without bounds: the slice waits for
// the main thread. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_CALLSAWAITED_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_CALLSAWAITED_H

#include "frontend/mpiio/slice/SliceSteps.h"

namespace foreslice {

/// Waits until the main thread has come to the call of the file. False if
/// waiting is in vain: the program has closed the file, or makes calls of a
/// file not yet reached by the slice.
bool awaitCall(const SharedFile &File, const CachedFile &Cached,
               uint64_t CallId);

/// A slice that takes a loop to go on may run ahead in proportion to the loop's
/// length so far: before the read S, waits until the slice is no further ahead.
/// Then waste at the end of the loop is in proportion to the program's reads in
/// the loop.
void awaitProof(const Step &S, const SharedFile &File);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_CALLSAWAITED_H
