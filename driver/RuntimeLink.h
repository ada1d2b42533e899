//===- RuntimeLink.h - the run time of a link -----------------------------===//
//
// Chooses the MPI family of the run time on a link line. A doubtful line is an
// error: the run time of another library would end the program in MPI_Init. A
// program without MPI gets a run time without MPI.
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
  /// Options at the begin, so symbol lookup finds the run time's functions
  /// before the MPI library's.
  std::vector<std::string> First;
  /// Options at the end. In a link without MPI, objects tell whether the run
  /// time is needed, and symbol lookup finds the run time's functions before
  /// the C library's.
  std::vector<std::string> Last;
  /// The family of the MPI library behind the run time; null without MPI, or if
  /// the line has a run time already.
  const MpiFamily *Family = nullptr;
};

/// In a link without MPI, the run time without MPI. Clang is the linking clang.
/// Exits with one error line, in Command's name, if no run time fits.
RuntimeOptions runtimeOptions(const char *Command, const Installation &Here,
                              const CompilerCommand &C,
                              const std::string &Clang);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_RUNTIMELINK_H
