//===- MappedReads.h - reads by mappings as calls -------------------------===//
//
// A program reads a mapped file by loads. The copy of a module has a call of
// foreslice.mapped before each, which says where and how much is read, and
// which slices keep like other reads:
//
//   for (i = 0; i < n; i++)         for (i = 0; i < n; i++) {
//     sum += p[i];                    foreslice.mapped(p + i, 1);
//                                     sum += p[i];
//                                   }
//
// Where a loop goes through a mapping in small steps, one call before the loop
// does for all: foreslice.mapped(p, n).
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

/// Puts a call before each read by a mapping in Copy.
void insertMappedReads(llvm::Module &Copy);

/// Moves the calls among Calls out of loops of F, where one range has all that
/// the loop reads, and drops those that say what others say.
void joinMappedReads(llvm::Function &F, llvm::ArrayRef<llvm::CallBase *> Calls);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_MAPPEDREADS_H
