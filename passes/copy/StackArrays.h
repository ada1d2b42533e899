//===- StackArrays.h - local arrays of variable length --------------------===//
//
// A slice's stack is small, and nobody would notice an array beyond the stack's
// end. Fortran's concatenations are arrays of variable length.
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

/// Allocates the arrays of the blocks of F on the heap, and frees the arrays
/// where the stack is restored.
void allocateStackArrays(llvm::Function &F,
                         llvm::ArrayRef<llvm::BasicBlock *> Blocks);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_STACKARRAYS_H
