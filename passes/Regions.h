//===- Regions.h - which loop nests may get a slice -----------------------===//
//
// A region is an outermost loop nest that reads, itself or in a function that
// it calls. Regions are found on the program's own code, which stays as it is;
// a region is known by its loop header.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_REGIONS_H
#define FORESLICE_PASSES_REGIONS_H

#include "CallTargets.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugLoc.h"

namespace llvm {
class Module;
}

namespace foreslice {

/// The functions of a module from which a read can be reached, callers before
/// callees.
class ReaderFunctions {
public:
  explicit ReaderFunctions(llvm::Module &M);
  llvm::ArrayRef<llvm::Function *> topDown() const { return Order; }
  bool reads(const llvm::Loop &L) const;
  bool reads(const llvm::Function &F) const { return Readers.contains(&F); }
  /// CB may read, itself or by what it calls.
  bool reads(const llvm::CallBase &CB) const;
  const CallTargets &targets() const { return Targets; }
  /// Calls through pointers are known to lead to F.
  bool isTarget(const llvm::Function &F) const { return Pointed.contains(&F); }
  /// Reads of F that stand in no loop of F.
  llvm::SmallVector<llvm::CallBase *>
  readsOutsideLoops(llvm::Function &F, const llvm::LoopInfo &LI) const;
  /// True if every call of F stands in one of Covered, so that F's own loops
  /// run inside regions only.
  bool
  onlyCalledFrom(const llvm::Function &F,
                 const llvm::DenseSet<const llvm::BasicBlock *> &Covered) const;

private:
  llvm::SmallVector<llvm::Function *> callees(const llvm::CallBase &CB) const;

  CallTargets Targets;
  llvm::SmallVector<llvm::Function *> Order;
  llvm::DenseSet<const llvm::Function *> Readers, Pointed;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_REGIONS_H
