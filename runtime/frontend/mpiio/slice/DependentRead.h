//===- DependentRead.h - reads with data for the slice --------------------===//
//
// The pages are posted like pages of any read of a slice, for the main thread.
// Then the slice waits for each page and takes the bytes. Missing pages (in
// memory, behind the main thread, or while prefetching does not pay) are read
// plainly.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_DEPENDENTREAD_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_DEPENDENTREAD_H

#include "frontend/slice/SliceFamily.h"

namespace foreslice {

/// Returns the bytes read. May end the slice by a jump.
int64_t dependentRead(const SliceAccess &C);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_DEPENDENTREAD_H
