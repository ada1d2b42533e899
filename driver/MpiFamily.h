//===- MpiFamily.h - the MPI families that there is a run time for --------===//
//
// Names of each family: those that users write, and those of its commands.
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
  /// That programs need, of the installation that the run time was built with,
  /// as libmpi.so.40; "" where there was none.
  const char *Library;
  MpiInterface Interface;
  /// The wrappers' names in Debian.
  const char *CWrapper, *CXXWrapper, *FortranWrapper;
  /// A COMMON block that the family's mpif.h, and the modules made of it, leave
  /// in every object.
  const char *FortranBlock;
};

/// What a compiler, or a wrapper, compiles.
enum class Language { C, CXX, Fortran };
/// The one of a command of that name: mpicxx, clang++, mpifort, flang.
Language languageOf(std::string_view Command);
/// The name of a family's wrapper for the language, in Debian.
const char *wrapperOf(const MpiFamily &Family, Language L);
/// mpicc and its kin.
const char *wrapperName(Language L);

/// All families.
std::span<const MpiFamily> mpiFamilies();
/// Null if there is none of that name.
const MpiFamily *findMpiFamily(std::string_view Name);
const MpiFamily *findMpiFamily(MpiInterface Interface);
/// The names, comma separated, for messages.
std::string mpiFamilyNames();

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_MPIFAMILY_H
