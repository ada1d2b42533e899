//===- Hdf5Calls.h - HDF5 in slices ---------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_SLICE_HDF5CALLS_H
#define FORESLICE_FRONTEND_HDF5_SLICE_HDF5CALLS_H

#include "foreslice/abi.h"

namespace foreslice {

struct SliceStream;

/// Opens the library's MPI_File for the slice's reads by S. S has no file if
/// not allowed.
using OpenByMpi = void (*)(foreslice_handle File, SliceStream &S);

/// Adds the family, before the first slice runs. ByMpi is null without MPI.
void addHdf5Family(OpenByMpi ByMpi);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_HDF5_SLICE_HDF5CALLS_H
