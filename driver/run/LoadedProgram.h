//===- LoadedProgram.h - the kind and the libraries of a program ----------===//
//
// Whether libraries can be loaded before a program, and the program's MPI
// library.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_RUN_LOADEDPROGRAM_H
#define FORESLICE_DRIVER_RUN_LOADEDPROGRAM_H

#include "LinkedMpi.h"

#include <optional>
#include <string>

namespace foreslice::driver {

struct LoadedProgram {
  enum class Kind {
    Missing, ///< Not an executable file.
    Other,   ///< A script, or of unknown kind.
    Static,  ///< No library can be loaded before the program.
    Machine, ///< For another processor, or of 32 bits.
    Dynamic
  };
  Kind Is = Kind::Missing;
  std::string Path;
  /// The MPI library of a dynamic program.
  std::optional<LinkedMpi> Mpi;
  /// The program is linked with a run-time library of Foreslice.
  bool HasRuntime = false;
};

/// The program Name, in a folder of PATH if there is no slash in Name. WithMpi:
/// looks for the program's MPI library.
LoadedProgram findProgram(const std::string &Name, bool WithMpi);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_RUN_LOADEDPROGRAM_H
