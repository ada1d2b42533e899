//===- CallsAwaited.h - slices that wait for calls of the program ---------===//
//
// A slice that may be wrong does not run on without bounds: the slice waits for
// the main thread. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_CALLSAWAITED_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_CALLSAWAITED_H

#include "frontend/mpiio/slice/SliceSteps.h"

namespace foreslice {

/// Waits until the main thread has come to the call of the file, or until that
/// is in vain: the program has closed the file, or makes calls of another one
/// that the slice has not come to. False if it was in vain.
bool awaitCall(const SharedFile &File, const CachedFile &Cached,
               uint64_t CallId);

/// A slice that takes for granted that a loop goes on may be ahead the further
/// the longer the loop has gone on: before the read S, waits until the slice is
/// not further ahead than that. What such a loop has fetched in vain when the
/// loop ends is then in proportion to what the program has read in the loop.
void awaitProof(const Step &S, const SharedFile &File);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_CALLSAWAITED_H
