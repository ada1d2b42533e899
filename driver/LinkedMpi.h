//===- LinkedMpi.h - the MPI libraries that a link takes ------------------===//
//
// Looks into the libraries of a link line, through linker scripts and what the
// libraries need, and tells which of them are MPI libraries, and whose.
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
  /// The file, or what the link line says where there is no such file.
  std::string Name;
  MpiInterface Interface = MpiInterface::Unknown;
  std::string Version{};
  bool Static = false;
  bool Read = false; ///< The file was read: the name is not all that tells.
  unsigned Machine = 0;

  /// "'/usr/lib/libmpi.so' is Open MPI (interface 40)"
  std::string text() const;
  bool sameAs(const LinkedMpi &Other) const {
    return Interface == Other.Interface && Version == Other.Version;
  }
};

struct LinkedMpis {
  /// Those that the line names, in its order. An unknown one is left out if
  /// another one tells.
  std::vector<LinkedMpi> Named;
  /// Those that other libraries of the line need, if it names none.
  std::vector<LinkedMpi> Needed;
};
LinkedMpis findMpi(const LinkLine &Line, LibrarySearch &Search);

/// The MPI library at Path; nothing if that is another library.
std::optional<LinkedMpi> mpiLibraryAt(const std::string &Path);

/// The processor that the library at Path is for, as e_machine of ELF; 0 if it
/// is none.
unsigned machineOf(const std::string &Path);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_LINKEDMPI_H
