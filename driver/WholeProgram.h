//===- WholeProgram.h - links with -flto ----------------------------------===//
//
// With -flto the compiles leave the slicing to the link. The link needs an lld
// of the plugin's LLVM release: no other linker loads the plugin.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_WHOLEPROGRAM_H
#define FORESLICE_DRIVER_WHOLEPROGRAM_H

#include "CompilerCommand.h"

#include <string>
#include <vector>

namespace foreslice::driver {

/// Options that make Clang link with lld and lld slice with Plugin. Exits with
/// one error line, in Command's name, if impossible.
std::vector<std::string> wholeProgramOptions(const char *Command,
                                             const CompilerCommand &C,
                                             const std::string &Clang,
                                             const std::string &Plugin);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_WHOLEPROGRAM_H
