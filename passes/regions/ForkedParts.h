//===- ForkedParts.h - code reached by a forked child only ----------------===//
//
// A region with a fork goes on in both processes, and the slice follows the
// parent. So code of the child has to have regions of its own: the child
// launches these regions, as the parent's threads do not run in the child.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_REGIONS_FORKEDPARTS_H
#define FORESLICE_PASSES_REGIONS_FORKEDPARTS_H

#include "llvm/ADT/DenseSet.h"

namespace llvm {
class BasicBlock;
class Module;
} // namespace llvm

namespace foreslice {

/// The blocks of M reached only where a call of fork() in the block's function
/// has returned 0.
llvm::DenseSet<const llvm::BasicBlock *> forkedParts(llvm::Module &M);

} // namespace foreslice

#endif // FORESLICE_PASSES_REGIONS_FORKEDPARTS_H
