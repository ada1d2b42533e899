//===- Draws.h - the random numbers of program and slice ------------------===//
//
// The launching thread reports its draws. A slice draws from its copy of the
// generators. Implements foreslice_slice_draw and _seed of the ABI.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_DRAWS_H
#define FORESLICE_SOURCE_SLICE_DRAWS_H

#include "source/slice/RegionState.h"

#include <cstdint>

namespace foreslice::draws {

/// A thread has launched a region that draws, on prefetch thread Number.
void launched(unsigned Number, uint64_t Launch);
/// The thread has drawn Value in Region. False if the slice has drawn another
/// number: the slice is then given up, and to be cancelled.
bool drewInProgram(unsigned Number, RegionState &Region, int64_t Value);

} // namespace foreslice::draws

#endif // FORESLICE_SOURCE_SLICE_DRAWS_H
