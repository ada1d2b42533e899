//===- SliceRegion.h - work of the front end for regions ------------------===//
//
// At launch, slices start at the main thread's handles and pointers; at the
// end, files opened ahead are given up.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_SLICEREGION_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_SLICEREGION_H

namespace foreslice {

class SliceFamily;

/// The calls of slices for MPI-IO.
const SliceFamily &mpiSlices();

namespace slice_region {

/// Has slice_runner tell and ask the front end. Before slice_runner::enable().
void install();

} // namespace slice_region
} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_SLICEREGION_H
