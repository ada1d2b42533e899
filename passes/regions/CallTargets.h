//===- CallTargets.h - the targets of calls through pointers --------------===//
//
// The functions within reach of a call through a pointer, as far as the module
// shows: functions in the table of the loaded pointer, functions that all
// callers pass, functions in the slot of a virtual call's table, or functions
// of the call's type with an address taken anywhere. A slice takes the set for
// complete. If the set is incomplete, the slice guesses wrong: a cost in time
// only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_REGIONS_CALLTARGETS_H
#define FORESLICE_PASSES_REGIONS_CALLTARGETS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace foreslice {

class CallTargets {
public:
  explicit CallTargets(llvm::Module &M);
  /// Empty for direct calls, for unknown targets, and for too many targets.
  llvm::SmallVector<llvm::Function *> of(const llvm::CallBase &CB) const;

private:
  using Targets = llvm::SmallSetVector<llvm::Function *, 4>;
  void addVirtual(const llvm::CallBase &CB, Targets &To) const;
  bool addPassed(const llvm::Argument &A, llvm::FunctionType *Type,
                 unsigned Depth, Targets &To) const;
  void addTyped(const llvm::CallBase &CB, Targets &To) const;

  /// Functions with an address taken outside of virtual tables, by type.
  llvm::DenseMap<llvm::FunctionType *, llvm::SmallVector<llvm::Function *>>
      ByType;
  llvm::SmallVector<const llvm::GlobalVariable *> VirtualTables;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_REGIONS_CALLTARGETS_H
