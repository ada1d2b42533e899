//===- FortranConstants.h - what flang makes of constants -----------------===//
//
// Texts in a source of Fortran are variables in LLVM's code, and arguments are
// often variables that are set once.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_FORTRANCONSTANTS_H
#define FORESLICE_PASSES_COPY_FORTRANCONSTANTS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
class Type;
class Value;
} // namespace llvm

namespace foreslice {

/// flang's constants have the same value in all sources, which their linkage
/// does not say.
void trustFortransConstants(llvm::Module &Copy);

/// Whether T is what describes an array or a text.
bool isDescription(const llvm::Type *T);

/// The constant that Text leads to, be it by way of a variable that is set
/// once.
bool isConstantText(const llvm::Value *Text, llvm::StringRef &Constant);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_FORTRANCONSTANTS_H
