//===- ForkedParts.h - what only a forked child comes to ------------------===//
//
// A region that forks goes on in both processes, and its slice goes the way of
// the parent. So what the child comes to has to have regions of its own: in the
// child they are launched, as nothing of the parent's runs there.
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

/// The blocks of M that are reached only where a call of fork() in their
/// function has given 0.
llvm::DenseSet<const llvm::BasicBlock *> forkedParts(llvm::Module &M);

} // namespace foreslice

#endif // FORESLICE_PASSES_REGIONS_FORKEDPARTS_H
