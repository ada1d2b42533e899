//===- SliceObject.h - the object with the slices of a program ------------===//
//
// The part of the linked whole program for code generation: the slices,
// descriptors for the run time, and copies of definitions that may be missing
// in the objects. Everything else is named, and is in the objects of the
// sources.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_PROGRAM_SLICEOBJECT_H
#define FORESLICE_PASSES_PROGRAM_SLICEOBJECT_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Module.h"

namespace foreslice {

using GlobalSet = llvm::SetVector<const llvm::GlobalValue *>;

/// Definitions copied with the slices in M, except slices in Left, and names of
/// the program used by the slices.
struct SliceNeeds {
  explicit SliceNeeds(const llvm::Module &M, const GlobalSet &Left = {});
  GlobalSet Copied, Named;
};

/// Removes lists that put code or data of the program into M.
void dropProgramLists(llvm::Module &M);

/// Reduces M to the slices and SliceNeeds, with the flags of Like.
void reduceToSlices(llvm::Module &M, const llvm::Module *Like);

} // namespace foreslice

#endif // FORESLICE_PASSES_PROGRAM_SLICEOBJECT_H
