//===- FortranUnit.h - facts of the launch about a unit of Fortran --------===//
//
// The launch asks flang's run time by INQUIRE, on the program's own thread: for
// the file of the unit, and for the program's position in the file.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANUNIT_H
#define FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANUNIT_H

#include "llvm/IR/IRBuilder.h"

namespace foreslice {

/// Pointer is the place of a foreslice_fortran_unit with the unit's number:
/// fills in the rest.
void askForUnit(llvm::IRBuilderBase &B, llvm::Value *Pointer);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANUNIT_H
