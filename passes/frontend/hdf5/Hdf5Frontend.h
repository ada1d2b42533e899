//===- Hdf5Frontend.h - HDF5 as a front end -------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_HDF5_HDF5FRONTEND_H
#define FORESLICE_PASSES_FRONTEND_HDF5_HDF5FRONTEND_H

namespace foreslice {

class Frontend;

const Frontend &hdf5Frontend();

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_HDF5_HDF5FRONTEND_H
