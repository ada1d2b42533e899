//===- SliceRegion.h - what the front end does for regions ----------------===//
//
// At launch, slices start where the main thread's handles and pointers are; at
// the end what they have opened ahead is given up.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_SLICEREGION_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_SLICEREGION_H

namespace foreslice {

class SliceFamily;

/// What slices call of MPI-IO.
const SliceFamily &mpiSlices();

namespace slice_region {

/// Has slice_runner tell and ask the front end. Before slice_runner::enable().
void install();

} // namespace slice_region
} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_SLICEREGION_H
