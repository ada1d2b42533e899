//===- ProgramLink.h - whole programs without -flto -----------------------===//
//
// If slices of the whole program differ from the slices in the objects, the
// link takes the slices, and sources compiled again: sources that get launches,
// or whose parts are used by slices. With archives, a link as usual comes
// first, to tell the members taken.
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
  /// The linking clang or flang, with the first arguments.
  std::vector<std::string> Linker;
  /// The clang that compiles sources again, with the first arguments.
  std::vector<std::string> Compiler;
  std::string Plugin;
  std::vector<std::string> Options; ///< Options before the user's.
  /// Stems of sources of this command whose objects have names and no code.
  std::vector<std::string> Later = {};

  /// Links; returns the exit status.
  int link(const char *Command) const;
};

/// Whether some objects of the link have sources inside, and some of these
/// sources read files.
bool mayGain(const CompilerCommand &C);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_PROGRAMLINK_H
