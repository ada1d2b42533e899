//===- NamedGlobals.h - which global variables functions name -------------===//
//
// A function that slices do not take in may change the global variables that
// the function and those that it calls name. Functions out of sight name none.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_NAMEDGLOBALS_H
#define FORESLICE_PASSES_COPY_NAMEDGLOBALS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

namespace foreslice {

/// Remembers what it found out of functions, which must not change.
class NamedGlobals {
public:
  /// Whether F may come to GV so. True if F calls through pointers.
  bool mayName(const llvm::Function &F, const llvm::GlobalVariable &GV);

private:
  /// What the code of one function names.
  struct Names {
    llvm::SmallPtrSet<const llvm::GlobalVariable *, 4> Variables;
    llvm::SmallPtrSet<const llvm::Function *, 4> Callees;
    bool CallsByPointer = false;
  };
  /// The same with all that is called.
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
