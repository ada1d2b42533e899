//===- Hdf5Calls.h - HDF5 in slices ---------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_SLICE_HDF5CALLS_H
#define FORESLICE_FRONTEND_HDF5_SLICE_HDF5CALLS_H

namespace foreslice {

/// Adds the family, before the first slice runs.
void addHdf5Family();

} // namespace foreslice

#endif // FORESLICE_FRONTEND_HDF5_SLICE_HDF5CALLS_H
