//===- ReadObjects.h - what calls of libraries of data read ---------------===//
//
// Datasets by constant names, and selections. A library finds an object by name
// in one call, and reads by the object's handle in another call: the way from
// the handle back to the name goes through variables of the program. For
// messages only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_FRONTEND_READOBJECTS_H
#define FORESLICE_PASSES_FRONTEND_READOBJECTS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"

#include <optional>
#include <string>

namespace foreslice {

/// All values that V may have come from: calls, which return the value or store
/// the value at an address, and constants. Empty if V may come from elsewhere.
llvm::SmallVector<const llvm::Value *> originsOf(const llvm::Value *V);

/// The name of the object known by Handle, if one of a few calls found the
/// object by a constant name. NameOf: the argument of a call that has the name
/// of the call's object; null for other calls.
std::string nameOfObject(
    const llvm::Value *Handle,
    llvm::function_ref<const llvm::Value *(const llvm::CallBase &)> NameOf);

/// The text at Name: a constant, or the format of a name that the program
/// prints there.
std::optional<std::string> constantText(const llvm::Value *Name);

/// The number of elements of the array at Begin; 0 if unknown.
unsigned elementsAt(const llvm::Value *Begin);

/// "a hyperslab of 2 dimensions"
std::string selectionOf(llvm::StringRef What, unsigned Dimensions);

} // namespace foreslice

#endif // FORESLICE_PASSES_FRONTEND_READOBJECTS_H
