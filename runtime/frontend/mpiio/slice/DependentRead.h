//===- DependentRead.h - reads whose data the slice needs -----------------===//
//
// The pages are posted as for any read of a slice, so that the main thread
// finds them; then the slice waits for each and takes its bytes. Pages that do
// not come (in memory, behind the main thread, prefetching does not pay) are
// read plainly.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_DEPENDENTREAD_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_DEPENDENTREAD_H

#include "frontend/slice/SliceFamily.h"

namespace foreslice {

/// Gives the bytes that were read. May end the slice by a jump.
int64_t dependentRead(const SliceAccess &C);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_DEPENDENTREAD_H
