//===- MpiWrapper.h - the compiler wrappers of MPI libraries --------------===//
//
// Finds the wrapper that is meant in PATH, and makes it run foreslice-clang.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_MPIWRAPPER_H
#define FORESLICE_DRIVER_MPIWRAPPER_H

#include "Installation.h"
#include "MpiFamily.h"

#include <string>

namespace foreslice::driver {

/// The family of the MPI compiler wrapper at Path; null if that cannot be told.
const MpiFamily *familyOfWrapper(const std::string &Path);

/// The first mpicc (mpicxx, mpifort) in PATH that is none of Here's, and, if
/// Family is given, is of that family; else the one with a family's name. "" if
/// there is none.
std::string findWrapper(const Installation &Here, Language L,
                        const MpiFamily *Family);

/// Sets the variables by which wrappers choose the compiler that they run.
void setWrappedCompiler(const Installation &Here, Language L);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_MPIWRAPPER_H
