//===- Hdf5Calls.h - HDF5 in slices ---------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_SLICE_HDF5CALLS_H
#define FORESLICE_FRONTEND_HDF5_SLICE_HDF5CALLS_H

#include "frontend/hdf5/slice/SliceSets.h"

namespace foreslice {

/// Adds the family, before the first slice runs. ByMpi is null without MPI.
void addHdf5Family(hdf5::OpenByMpi ByMpi);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_HDF5_SLICE_HDF5CALLS_H
