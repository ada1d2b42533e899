//===- LoadedProgram.h - what a program is, and what it loads -------------===//
//
// Whether libraries can be loaded before a program, and which MPI library the
// program has.
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
    Other,   ///< A script, or of a kind that is not known.
    Static,  ///< Nothing can be loaded before it.
    Machine, ///< For another processor, or of 32 bits.
    Dynamic
  };
  Kind Is = Kind::Missing;
  std::string Path;
  /// Of a dynamic program.
  std::optional<LinkedMpi> Mpi;
  /// It is linked with a run-time library of Foreslice's.
  bool HasRuntime = false;
};

/// The program of that name, in a folder of PATH if there is no slash in it.
/// WithMpi: its MPI library is looked for.
LoadedProgram findProgram(const std::string &Name, bool WithMpi);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_RUN_LOADEDPROGRAM_H
