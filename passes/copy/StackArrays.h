//===- StackArrays.h - local arrays of variable length --------------------===//
//
// A slice's stack is small, and nobody would see that an array goes beyond its
// end. Fortran's concatenations are such arrays.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_STACKARRAYS_H
#define FORESLICE_PASSES_COPY_STACKARRAYS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace foreslice {

/// Has the blocks of F allocate them, and free them where the stack is as it
/// was before.
void allocateStackArrays(llvm::Function &F,
                         llvm::ArrayRef<llvm::BasicBlock *> Blocks);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_STACKARRAYS_H
