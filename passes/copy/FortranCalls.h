//===- FortranCalls.h - calls of MPI in Fortran as calls of C -------------===//
//
// Fortran passes all arguments by reference. In the copy each call loads what C
// passes by value, and returns the error code, so that whatever follows need
// not know which language a call was written in.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_FORTRANCALLS_H
#define FORESLICE_PASSES_COPY_FORTRANCALLS_H

namespace llvm {
class Module;
} // namespace llvm

namespace foreslice {

/// A function of copy/library/fortran.cpp: To, From, Length.
inline constexpr char FortranTextName[] = "foreslice_fortran_text";

/// Declares that function where a call has the name of a file.
void declareTextOfC(llvm::Module &Copy);

/// Behind that. True if there were any.
bool makeCallsOfC(llvm::Module &Copy);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_FORTRANCALLS_H
