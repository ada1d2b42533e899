//===- LibraryAttributes.h - memory effects of library functions ----------===//
//
// clang infers little for functions without a body, and alias analysis takes
// every call for a clobber. Here the model's knowledge becomes attributes of
// declarations.
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

/// Adds to library functions declared in M the attributes that hold as far as
/// slices care (memory, captures, nounwind) and that clang does not infer;
/// pointers to const in C++ names become readonly. Not for code to run: an MPI
/// error handler of the program may do anything.
void annotateLibraryFunctions(llvm::Module &M);

/// Undoes annotateLibraryFunctions in a module with attributes for one analysis
/// only.
class ScopedLibraryAttributes {
public:
  explicit ScopedLibraryAttributes(llvm::Module &M);
  ~ScopedLibraryAttributes();

private:
  std::vector<std::pair<llvm::Function *, llvm::AttributeList>> Saved;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_LIBRARYATTRIBUTES_H
