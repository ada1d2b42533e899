//===- MpiWrapper.h - the compiler wrappers of MPI libraries --------------===//
//
// Finds the wanted wrapper in PATH, and makes the wrapper run foreslice-clang.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_MPIWRAPPER_H
#define FORESLICE_DRIVER_MPIWRAPPER_H

#include "Installation.h"
#include "MpiFamily.h"

#include <string>

namespace foreslice::driver {

/// The family of the MPI compiler wrapper at Path; null if unknown.
const MpiFamily *familyOfWrapper(const std::string &Path);

/// The first mpicc (mpicxx, mpifort) in PATH outside of Here and, if Family is
/// given, of Family; else the wrapper with a family's name. "" if there is
/// none.
std::string findWrapper(const Installation &Here, Language L,
                        const MpiFamily *Family);

/// Sets the variables that tell wrappers which compiler to run.
void setWrappedCompiler(const Installation &Here, Language L);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_MPIWRAPPER_H
