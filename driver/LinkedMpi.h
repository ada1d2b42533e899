//===- LinkedMpi.h - the MPI libraries of a link --------------------------===//
//
// Looks into the libraries of a link line, through linker scripts and needed
// libraries, and finds MPI libraries with interface and version.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_LINKEDMPI_H
#define FORESLICE_DRIVER_LINKEDMPI_H

#include "LinkLine.h"
#include "MpiFamily.h"

#include <optional>
#include <string>
#include <vector>

namespace foreslice::driver {

/// One MPI library.
struct LinkedMpi {
  /// The file, or the words of the link line if there is no file.
  std::string Name;
  MpiInterface Interface = MpiInterface::Unknown;
  std::string Version{};
  bool Static = false;
  bool Read = false; ///< The file was read: more than the name is known.
  unsigned Machine = 0;

  /// "'/usr/lib/libmpi.so' is Open MPI (interface 40)"
  std::string text() const;
  bool sameAs(const LinkedMpi &Other) const {
    return Interface == Other.Interface && Version == Other.Version;
  }
};

struct LinkedMpis {
  /// Libraries named on the line, in order. An unknown library is left out if
  /// another is known.
  std::vector<LinkedMpi> Named;
  /// Libraries needed by other libraries of the line, if the line names none.
  std::vector<LinkedMpi> Needed;
};
LinkedMpis findMpi(const LinkLine &Line, LibrarySearch &Search);

/// The MPI library at Path; none for another library.
std::optional<LinkedMpi> mpiLibraryAt(const std::string &Path);

/// The processor of the library at Path, as e_machine of ELF; 0 if Path is no
/// library.
unsigned machineOf(const std::string &Path);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_LINKEDMPI_H
