//===- FortranStatements.h - Fortran's statements in a working copy -------===//
//
// flang makes a statement such as READ a sequence of calls with a cookie. In
// the copy of a module, the calls lead to bodies of the pass,
// library/statements.cpp, and the cookie becomes a variable with the state of
// the statement.
//
//   c = BeginUnformattedInput(17)    foreslice_fortran_read(17, ...)
//   SetRec(c, i)                     foreslice_fortran_place(17, ..., i)
//   InputDescriptor(c, &a)           foreslice_fortran_item(17, a, ...)
//   EndIoStatement(c)                foreslice_fortran_end(17, ...)
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANSTATEMENTS_H
#define FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANSTATEMENTS_H

namespace llvm {
class AllocaInst;
class Function;
class Module;
} // namespace llvm

namespace foreslice {

/// Has Copy call the bodies, to be linked by the caller. True if there are any
/// calls.
bool renameFortranStatements(llvm::Module &Copy);
/// Takes the variables from calls of flang's run time without a body.
void forgetOtherStatements(llvm::Module &Copy);
/// Whether A has the state of a statement.
bool isOfStatement(const llvm::AllocaInst &A);
/// Whether F is a body of library/statements.cpp.
bool isFortranBody(const llvm::Function &F);
/// Whether F is a function of flang's run time for a part of a statement.
bool isOfFortransIO(const llvm::Function &F);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_FORTRAN_FORTRANSTATEMENTS_H
