//===- SourceCode.h - code of sources that the pass has written -----------===//
//
// The pass writes a source as N.bc, the module with launches, and N.flags, the
// options for the code generation, one a line (passes/program/CompileFiles.h).
// The code goes to N.o, beside.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SOURCECODE_H
#define FORESLICE_DRIVER_SOURCECODE_H

#include <string>
#include <vector>

namespace foreslice::driver {

/// Makes the code of the sources by Clang, the command with the first
/// arguments. Stems are the paths without the endings. True if all objects are
/// there.
bool makeCode(const std::vector<std::string> &Clang,
              const std::vector<std::string> &Stems);

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_SOURCECODE_H
