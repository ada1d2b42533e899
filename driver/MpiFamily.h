//===- MpiFamily.h - the MPI families with a run time ---------------------===//
//
// Names of each family, for users and for the family's commands.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_MPIFAMILY_H
#define FORESLICE_DRIVER_MPIFAMILY_H

#include "foreslice/mpi_identity.h"

#include <span>
#include <string>
#include <string_view>

namespace foreslice::driver {

struct MpiFamily {
  /// As in libforeslice_<name>.so, -fprefetch-slice-mpi= and FORESLICE_MPI.
  const char *Name;
  const char *Title;
  /// The library needed by programs, as libmpi.so.40, of the installation that
  /// the run time was built with; "" without an installation.
  const char *Library;
  MpiInterface Interface;
  /// The wrappers' names in Debian.
  const char *CWrapper, *CXXWrapper, *FortranWrapper;
  /// A COMMON block in every object, from the family's mpif.h and from modules
  /// made of mpif.h.
  const char *FortranBlock;
};

/// The language of a compiler or a wrapper.
enum class Language { C, CXX, Fortran };
/// The language of the command: mpicxx, clang++, mpifort, flang.
Language languageOf(std::string_view Command);
/// The name of a family's wrapper for the language, in Debian.
const char *wrapperOf(const MpiFamily &Family, Language L);
/// mpicc, mpicxx or mpifort.
const char *wrapperName(Language L);

/// All families.
std::span<const MpiFamily> mpiFamilies();
/// Null if there is no such family.
const MpiFamily *findMpiFamily(std::string_view Name);
const MpiFamily *findMpiFamily(MpiInterface Interface);
/// The names, comma separated, for messages.
std::string mpiFamilyNames();

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_MPIFAMILY_H
