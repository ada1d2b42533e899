//===- SplitBuild.h - compiles and link in one command --------------------===//
//
// clang deletes the objects of a command after the link, and a whole program is
// linked twice. So the command is taken apart: each source is compiled in a
// separate run, and objects take the places of sources on the link line.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SPLITBUILD_H
#define FORESLICE_DRIVER_SPLITBUILD_H

#include "CompilerCommand.h"
#include "ScratchFolder.h"

#include <string>
#include <vector>

namespace foreslice::driver {

/// True if C compiles and links several parts of a program at once, and can be
/// taken apart. Warns, in Command's name, if not and the user wants slices of
/// the whole program.
bool canSplit(const char *Command, const CompilerCommand &C);

/// Compiles the sources of C into Folder with Clang, the compiler of language L
/// with the options of compiles, and turns C into the link of the objects.
/// Exits if a compile fails. Returns the stems of LaterSources.
std::vector<std::string> compileSources(const char *Command, CompilerCommand &C,
                                        const std::vector<std::string> &Clang,
                                        const ScratchFolder &Folder,
                                        Language L);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_SPLITBUILD_H
