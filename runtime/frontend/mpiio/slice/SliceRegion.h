//===- SliceRegion.h - what the front end does for regions ----------------===//
//
// At launch, slices start where the main thread's handles and pointers are; at
// the end what they have opened ahead is given up.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_SLICEREGION_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_SLICEREGION_H

namespace foreslice::slice_region {

/// Has slice_runner tell and ask the front end. Before slice_runner::enable().
void install();

} // namespace foreslice::slice_region

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_SLICEREGION_H
