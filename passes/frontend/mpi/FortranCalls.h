//===- FortranCalls.h - calls of MPI in Fortran as calls of C -------------===//
//
// Fortran passes all arguments by reference. In the copy, each call loads the
// arguments passed by value in C, and returns the error code. Later steps need
// not know the language of a call.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_MPI_FORTRANCALLS_H
#define FORESLICE_PASSES_FRONTEND_MPI_FORTRANCALLS_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace foreslice {

/// A function of library/texts.cpp: To, From, Length.
inline constexpr char FortranTextName[] = "foreslice_fortran_text";

/// Declares FortranTextName if a call has the name of a file.
void declareTextOfC(llvm::Module &Copy);

/// After declareTextOfC(). True if there were any calls.
bool makeCallsOfC(llvm::Module &Copy);

/// True for variables added by makeCallsOfC().
bool isMadeText(const llvm::Instruction &I);

/// Limits texts in Blocks of F without a constant length: in a slice, such
/// texts are no longer than the name of a file.
void boundTexts(llvm::Function &F, llvm::ArrayRef<llvm::BasicBlock *> Blocks);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_MPI_FORTRANCALLS_H
