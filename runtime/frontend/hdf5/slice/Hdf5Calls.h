//===- Hdf5Calls.h - HDF5 in slices ---------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_SLICE_HDF5CALLS_H
#define FORESLICE_FRONTEND_HDF5_SLICE_HDF5CALLS_H

#include "foreslice/abi.h"

namespace foreslice {

struct SliceStream;

/// Has the slice read by S what the library has open as an MPI_File. S has no
/// file if that may not be.
using OpenByMpi = void (*)(foreslice_handle File, SliceStream &S);

/// Adds the family, before the first slice runs. ByMpi is null where there is
/// no MPI.
void addHdf5Family(OpenByMpi ByMpi);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_HDF5_SLICE_HDF5CALLS_H
