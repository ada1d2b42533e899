//===- RuntimeLink.h - the run time that a link takes ---------------------===//
//
// Which MPI family's run time belongs on a link line. A line that leaves a
// doubt is an error: the run time of another library would end the program in
// MPI_Init. A program without MPI gets a run time that has none.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_RUNTIMELINK_H
#define FORESLICE_DRIVER_RUNTIMELINK_H

#include "CompilerCommand.h"
#include "Installation.h"

#include <string>
#include <vector>

namespace foreslice::driver {

/// Options that link the run time.
struct RuntimeOptions {
  /// They go first, so that the run time's functions come before the MPI
  /// library's in the order of symbol lookup.
  std::vector<std::string> First;
  /// They go last. In a link without MPI, objects tell whether they need the
  /// run time, whose functions come before the C library's.
  std::vector<std::string> Last;
  /// Whose MPI library it stands before; null without MPI, and where the line
  /// has a run time already.
  const MpiFamily *Family = nullptr;
};

/// In a link without MPI, the run time that has none. Clang will link. Exits
/// with one error line, in Command's name, where no run time fits.
RuntimeOptions runtimeOptions(const char *Command, const Installation &Here,
                              const CompilerCommand &C,
                              const std::string &Clang);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_RUNTIMELINK_H
