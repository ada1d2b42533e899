//===- NamedGlobals.h - the global variables named by functions -----------===//
//
// A function outside the slice may change the global variables named in the
// function and in callees. Functions without a body name none.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_NAMEDGLOBALS_H
#define FORESLICE_PASSES_COPY_NAMEDGLOBALS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

namespace foreslice {

/// Caches answers: functions must not change.
class NamedGlobals {
public:
  /// Whether F may come to GV by name. True if F calls through pointers.
  bool mayName(const llvm::Function &F, const llvm::GlobalVariable &GV);

private:
  /// The globals named in the code of one function.
  struct Names {
    llvm::SmallPtrSet<const llvm::GlobalVariable *, 4> Variables;
    llvm::SmallPtrSet<const llvm::Function *, 4> Callees;
    bool CallsByPointer = false;
  };
  /// The globals named in a function and in all callees.
  struct Reach {
    llvm::SmallPtrSet<const llvm::GlobalVariable *, 4> Variables;
    bool Anything = false;
  };

  const Names &namesOf(const llvm::Function &F);
  const Reach &reachOf(const llvm::Function &F);

  llvm::DenseMap<const llvm::Function *, Names> OwnMap;
  llvm::DenseMap<const llvm::Function *, Reach> Reaches;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_NAMEDGLOBALS_H
