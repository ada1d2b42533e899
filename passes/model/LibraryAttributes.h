//===- LibraryAttributes.h - what library functions do to memory ----------===//
//
// clang says little of functions that it only sees declared, and alias analysis
// takes every call for a clobber. What the model knows of them becomes
// attributes of their declarations.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_LIBRARYATTRIBUTES_H
#define FORESLICE_PASSES_MODEL_LIBRARYATTRIBUTES_H

#include "llvm/IR/Attributes.h"

#include <utility>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace foreslice {

/// Gives the declarations of library functions in M the attributes that are
/// true of them as far as slices care (memory, captures, nounwind), which clang
/// does not infer, and pointers to const in C++ names readonly. Not for code
/// that runs: an MPI error handler of the program may do anything.
void annotateLibraryFunctions(llvm::Module &M);

/// Undoes annotateLibraryFunctions in a module where the attributes are wanted
/// for one analysis only.
class ScopedLibraryAttributes {
public:
  explicit ScopedLibraryAttributes(llvm::Module &M);
  ~ScopedLibraryAttributes();

private:
  std::vector<std::pair<llvm::Function *, llvm::AttributeList>> Saved;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_LIBRARYATTRIBUTES_H
