//===- FortranNamelists.h - the items of a NAMELIST group -----------------===//
//
// flang describes a group by a structure: constant for variables of modules,
// else filled by the function before the call.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANNAMELISTS_H
#define FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANNAMELISTS_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class GlobalVariable;
class Value;
} // namespace llvm

namespace foreslice {

/// A text of flang ends with a 0.
struct NamelistItem {
  llvm::GlobalVariable *Name;
  llvm::Value *Descriptor;
};
struct Namelist {
  llvm::GlobalVariable *Name = nullptr;
  llvm::SmallVector<NamelistItem> Items;
};

/// The group read by Input, a call of _FortranAioInputNamelist. Without items
/// if the structure is unknown.
Namelist namelistOf(const llvm::CallBase &Input);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANNAMELISTS_H
