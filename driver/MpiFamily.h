//===- MpiFamily.h - which MPI library is meant ---------------------------===//
//
// The MPI families that Foreslice knows, and how one is told from the names on
// a link line or from an MPI compiler wrapper.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_MPIFAMILY_H
#define FORESLICE_DRIVER_MPIFAMILY_H

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace foreslice::driver {

struct MpiFamily {
  /// As in libforeslice_<name>.so, -fprefetch-slice-mpi= and FORESLICE_MPI.
  const char *Name;
  const char *Title;
  /// The wrappers' names in Debian, and the variables that choose the compiler
  /// they run.
  const char *CWrapper, *CXXWrapper;
  const char *CVariable, *CXXVariable;
};

/// All families; the first is meant where nothing tells.
std::span<const MpiFamily> mpiFamilies();
/// Null if there is none of that name.
const MpiFamily *findMpiFamily(std::string_view Name);
/// The names, comma separated, for messages.
std::string mpiFamilyNames();

/// Libraries, in the order of a link line, and the folders to look for them.
struct LinkedLibraries {
  std::vector<std::string> Names; ///< "mpi" of -lmpi.
  std::vector<std::string> Files; ///< Paths that were given in full.
  std::vector<std::string> Folders;
};

/// Whether Libraries hold an MPI library, and which family's. Family is null
/// when one is there that could be either's (-lmpi, found nowhere).
struct MpiMention {
  bool Present = false;
  const MpiFamily *Family = nullptr;
};
MpiMention findMpi(const LinkedLibraries &Libraries);

/// The family of the MPI compiler wrapper at Path; null if it is no such.
const MpiFamily *familyOfWrapper(const std::string &Path);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_MPIFAMILY_H
