//===- FortranCalls.h - calls of MPI in Fortran as calls of C -------------===//
//
// Fortran passes all arguments by reference. In the copy each call loads what C
// passes by value, and returns the error code, so that whatever follows need
// not know which language a call was written in.
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

/// Declares that function where a call has the name of a file.
void declareTextOfC(llvm::Module &Copy);

/// Behind that. True if there were any.
bool makeCallsOfC(llvm::Module &Copy);

/// True for the variables that makeCallsOfC has added.
bool isMadeText(const llvm::Instruction &I);

/// Texts in Blocks of F whose lengths are not constant: in a slice these are no
/// longer than the name of a file.
void boundTexts(llvm::Function &F, llvm::ArrayRef<llvm::BasicBlock *> Blocks);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_MPI_FORTRANCALLS_H
