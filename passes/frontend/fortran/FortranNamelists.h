//===- FortranNamelists.h - what a NAMELIST group consists of -------------===//
//
// flang describes a group by a structure: a constant one for variables of
// modules, else one that the function fills before the call.
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

/// A text of flang's ends with a 0.
struct NamelistItem {
  llvm::GlobalVariable *Name;
  llvm::Value *Descriptor;
};
struct Namelist {
  llvm::GlobalVariable *Name = nullptr;
  llvm::SmallVector<NamelistItem> Items;
};

/// The group that Input, a call of _FortranAioInputNamelist, reads. Without
/// items if the structure is not understood.
Namelist namelistOf(const llvm::CallBase &Input);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANNAMELISTS_H
