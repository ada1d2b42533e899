//===- MpiLibrary.h - the MPI library that the process runs with ----------===//
//
// The run time is compiled for one MPI library. Where the process has another
// one, with other handles or another interface, the run time steps aside before
// main: the program runs as if it had not been sliced.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_MPILIBRARY_H
#define FORESLICE_FRONTEND_MPIIO_MPILIBRARY_H

#include <string>

namespace foreslice::mpi_library {

/// True if the run time has stepped aside.
bool isOther();

/// For messages: the files that a program without slices has to load first.
std::string toPreload();

} // namespace foreslice::mpi_library

#endif // FORESLICE_FRONTEND_MPIIO_MPILIBRARY_H
