//===- Fortification.h - checked calls of library functions ---------------===//
//
// With _FORTIFY_SOURCE, which distributions compile packages with, a program
// calls __snprintf_chk with the size of the array where the source calls
// snprintf. A failed check ends the program in an error.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_FORTIFICATION_H
#define FORESLICE_PASSES_COPY_FORTIFICATION_H

namespace llvm {
class Module;
} // namespace llvm

namespace foreslice {

/// Replaces checked calls of Copy with calls of the plain functions. True if
/// there were any.
bool dropFortification(llvm::Module &Copy);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_FORTIFICATION_H
