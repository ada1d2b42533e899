//===- SliceObject.h - the object with the slices of a program ------------===//
//
// Of the linked whole program, what stays for code generation: the slices, what
// the run time is told of them, and copies of what no object is sure to have.
// Everything else is named, and is in the objects of the sources.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_PROGRAM_SLICEOBJECT_H
#define FORESLICE_PASSES_PROGRAM_SLICEOBJECT_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

namespace foreslice {

using GlobalSet = llvm::SetVector<const llvm::GlobalValue *>;

/// What the slices in M need of the program: definitions that go with them, and
/// names.
struct SliceNeeds {
  explicit SliceNeeds(const llvm::Module &M);
  GlobalSet Copied, Named;
};

/// Takes out what puts code or data of the program into M by itself.
void dropProgramLists(llvm::Module &M);

/// Leaves of M what its slices need, with the flags of Like.
void reduceToSlices(llvm::Module &M, const llvm::Module *Like);

} // namespace foreslice

#endif // FORESLICE_PASSES_PROGRAM_SLICEOBJECT_H
