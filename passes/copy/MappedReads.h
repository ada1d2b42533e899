//===- MappedReads.h - reads by mappings as calls -------------------------===//
//
// A program reads a mapped file by loads. The copy of a module has a call of
// foreslice.mapped before each load, with address and size. Slices keep these
// calls like other reads:
//
//   for (i = 0; i < n; i++)         for (i = 0; i < n; i++) {
//     sum += p[i];                    foreslice.mapped(p + i, 1);
//                                     sum += p[i];
//                                   }
//
// If a loop goes through a mapping in small steps, one call before the loop is
// enough: foreslice.mapped(p, n).
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_MAPPEDREADS_H
#define FORESLICE_PASSES_COPY_MAPPEDREADS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Instructions.h"

namespace llvm {
class Module;
class ScalarEvolution;
} // namespace llvm

namespace foreslice {

/// Inserts a call before each read by a mapping in Copy.
void insertMappedReads(llvm::Module &Copy);

/// Moves calls of Calls out of loops of F, if one range has all reads of the
/// loop, and drops calls that repeat others.
void joinMappedReads(llvm::Function &F, llvm::ArrayRef<llvm::CallBase *> Calls);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_MAPPEDREADS_H
