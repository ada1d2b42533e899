//===- ResponseFile.h - @file arguments -----------------------------------===//
//
// Response files are read to see what they hold, and handed on as they are
// unless they hold an option of ours; then clang gets a copy without it, in
// memory that it inherits as a file descriptor.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_RESPONSEFILE_H
#define FORESLICE_DRIVER_RESPONSEFILE_H

#include <string>
#include <vector>

namespace foreslice::driver {

/// One argument, and the index in the argv of the process that it came from:
/// its own, or that of the @file that holds it.
struct Argument {
  std::string Text;
  size_t Origin;
};

/// Replaces each @file by its contents, as clang does: GNU quoting, nested
/// files, and a name that cannot be read stays an argument.
std::vector<Argument> expandResponseFiles(const std::vector<std::string> &Argv);

/// An "@..." that gives a child process these arguments; "" on failure.
std::string makeResponseFile(const std::vector<std::string> &Arguments);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_RESPONSEFILE_H
