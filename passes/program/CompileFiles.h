//===- CompileFiles.h - the sources that the driver compiles --------------===//
//
// A source goes to the driver as two files: STEM.bc, the module with launches,
// and STEM.flags, the options for the code generation, one a line. The driver
// makes STEM.o of the files.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_PROGRAM_COMPILEFILES_H
#define FORESLICE_PASSES_PROGRAM_COMPILEFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

#include <string>

namespace foreslice {

bool writeFile(const std::string &Path, llvm::StringRef Content);

/// Writes the files of M. False after a failure.
bool writeCompile(const std::string &Stem, const llvm::Module &M,
                  llvm::ArrayRef<std::string> Flags);

/// Whether the code of M may be made by another process, without a trace in
/// what the compiler says: nothing in M has the code generation warn, or tell
/// errors with places in the source.
bool isSilent(const llvm::Module &M);

/// Reduces M to what a link asks an object for: the names of functions that M
/// defines and needs, and variables. All functions are empty.
void leaveNames(llvm::Module &M);

} // namespace foreslice

#endif // FORESLICE_PASSES_PROGRAM_COMPILEFILES_H
