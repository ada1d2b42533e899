//===- FortranConstants.h - constants as compiled by flang ----------------===//
//
// Texts in a source of Fortran are variables in LLVM's code, and arguments are
// often variables set once.
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

/// Marks flang's constants as equal in all sources: the linkage does not say
/// so.
void trustFortransConstants(llvm::Module &Copy);

/// Whether T is a descriptor of an array or a text.
bool isDescription(const llvm::Type *T);

/// Whether Text leads to a constant, maybe by a variable set once; returns the
/// constant in Constant.
bool isConstantText(const llvm::Value *Text, llvm::StringRef &Constant);

} // namespace foreslice

#endif // FORESLICE_PASSES_COPY_FORTRANCONSTANTS_H
