//===- FortranAssignments.h - assignments by flang's run time -------------===//
//
// Without optimisation flang assigns vectors by calls of its run time, which
// the slice cannot see into.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANASSIGNMENTS_H
#define FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANASSIGNMENTS_H

namespace llvm {
class Module;
} // namespace llvm

namespace foreslice {

/// Gives assignments to vectors in Copy, which do not change the length, the
/// body of library/assignments.cpp.
void addAssignments(llvm::Module &Copy);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANASSIGNMENTS_H
