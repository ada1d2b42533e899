//===- FortranUnit.h - what the launch says of a unit of Fortran ----------===//
//
// The launch asks flang's run time by INQUIRE, on the program's own thread:
// which file the unit is of, and where in the file the program is.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANUNIT_H
#define FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANUNIT_H

#include "llvm/IR/IRBuilder.h"

namespace foreslice {

/// At is where a foreslice_fortran_unit lies, which has the number: the rest is
/// filled in.
void askForUnit(llvm::IRBuilderBase &B, llvm::Value *Pointer);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANUNIT_H
