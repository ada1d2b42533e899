//===- ResponseFile.h - @file arguments -----------------------------------===//
//
// Response files are read, and handed on unchanged unless an option of
// Foreslice is inside. Then clang gets a copy without the option, in memory
// inherited as a file descriptor.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_RESPONSEFILE_H
#define FORESLICE_DRIVER_RESPONSEFILE_H

#include <string>
#include <vector>

namespace foreslice::driver {

/// One argument, and the index in argv of the argument, or of the @file around.
struct Argument {
  std::string Text;
  size_t Origin;
};

/// Replaces each @file by the contents, as clang does: GNU quoting, and nested
/// files. An unreadable name stays an argument.
std::vector<Argument> expandResponseFiles(const std::vector<std::string> &Argv);

/// An "@..." argument with the contents Arguments for a child process; "" on
/// failure.
std::string makeResponseFile(const std::vector<std::string> &Arguments);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_RESPONSEFILE_H
