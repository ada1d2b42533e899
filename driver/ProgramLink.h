//===- ProgramLink.h - whole programs without -flto -----------------------===//
//
// A link whose objects carry their sources is done as ever, and then once more
// if slices of the whole program are others than those of its sources: with the
// sources that get launches compiled again, and with the slices.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_PROGRAMLINK_H
#define FORESLICE_DRIVER_PROGRAMLINK_H

#include "CompilerCommand.h"

#include <string>
#include <vector>

namespace foreslice::driver {

struct ProgramLink {
  const CompilerCommand &C;
  /// The clang or flang that links, and how its argv starts.
  std::vector<std::string> Linker;
  /// The same of the clang that compiles sources again.
  std::vector<std::string> Compiler;
  std::string Plugin;
  std::vector<std::string> Options; ///< Before those of the user.

  /// Links; returns the exit status.
  int link(const char *Command) const;
};

/// Some objects of the link carry their sources, and some of those read files.
bool mayGain(const CompilerCommand &C);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_PROGRAMLINK_H
