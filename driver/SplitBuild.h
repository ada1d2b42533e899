//===- SplitBuild.h - compiles and link in one command --------------------===//
//
// clang deletes the objects between the compiles and the link of one command,
// and the link needs those of a whole program twice. The command is taken
// apart: each source is compiled by itself, and objects take the places of
// their sources on the line of the link.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SPLITBUILD_H
#define FORESLICE_DRIVER_SPLITBUILD_H

#include "CompilerCommand.h"
#include "ScratchFolder.h"

#include <string>
#include <vector>

namespace foreslice::driver {

/// True if C compiles and links several parts of a program at once, in a way
/// that can be taken apart.
bool canSplit(const CompilerCommand &C);

/// Compiles the sources of C into Folder with Clang, the compiler of the
/// language L and the options of compiles, and makes C the link of what is
/// made. Exits if a compile fails.
void compileSources(const char *Command, CompilerCommand &C,
                    const std::vector<std::string> &Clang,
                    const ScratchFolder &Folder, Language L);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_SPLITBUILD_H
