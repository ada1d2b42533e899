//===- MpiLibrary.h - the MPI library of the process ----------------------===//
//
// The run time is compiled for one MPI library. In a process with another MPI
// library, with other handles or another interface, the run time steps aside
// before main: the program runs as if not sliced.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_MPILIBRARY_H
#define FORESLICE_FRONTEND_MPIIO_MPILIBRARY_H

#include <string>

namespace foreslice::mpi_library {

/// True if the run time has stepped aside.
bool isOther();

/// The name and version of the library in one line: "Open MPI v4.1.4, ...". May
/// be called before MPI_Init.
std::string version();

/// For messages: the files to be loaded first by a program without slices.
std::string toPreload();

} // namespace foreslice::mpi_library

#endif // FORESLICE_FRONTEND_MPIIO_MPILIBRARY_H
