//===- MpiBeside.h - the MPI library that a program will load -------------===//
//
// A program that is linked with no MPI library, as Python is, loads an MPI
// library while the program runs. The run time needs the name of that library
// before.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_RUN_MPIBESIDE_H
#define FORESLICE_DRIVER_RUN_MPIBESIDE_H

#include "MpiFamily.h"

namespace foreslice::driver {

/// The family's library in the tree that the program at Path is installed in,
/// as in a virtual environment of Python, or that I_MPI_ROOT or the first
/// mpiexec of PATH is in. Else the name of the library that the run time was
/// built with.
std::string mpiBeside(const std::string &Path, const MpiFamily &Family);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_RUN_MPIBESIDE_H
