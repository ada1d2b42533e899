//===- CallTargets.h - where calls through pointers lead ------------------===//
//
// The functions that a call through a pointer can reach, as far as the module
// shows: those in the table that the pointer is loaded from, those in the slot
// of the virtual tables that a virtual call names, or those of its type whose
// address is taken anywhere. A slice takes the set for complete: where it is
// not, the slice guesses wrong, which costs time and nothing else.
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
  /// Empty for direct calls, where nothing is known, and where the functions
  /// are too many to tell apart.
  llvm::SmallVector<llvm::Function *> of(const llvm::CallBase &CB) const;

private:
  using Targets = llvm::SmallSetVector<llvm::Function *, 4>;
  void addVirtual(const llvm::CallBase &CB, Targets &To) const;
  void addTyped(const llvm::CallBase &CB, Targets &To) const;

  /// By type, those whose address is taken outside of virtual tables.
  llvm::DenseMap<llvm::FunctionType *, llvm::SmallVector<llvm::Function *>>
      ByType;
  llvm::SmallVector<const llvm::GlobalVariable *> VirtualTables;
};

} // namespace foreslice

#endif // FORESLICE_PASSES_REGIONS_CALLTARGETS_H
