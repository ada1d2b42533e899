//===- Registration.h - a module's registration at the run time -----------===//
//
// The module's side of abi.h: the descriptors of the module's regions, and a
// constructor that announces the regions.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_LOWER_REGISTRATION_H
#define FORESLICE_PASSES_LOWER_REGISTRATION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"

namespace foreslice {

struct LoweredSlice;

/// Emits the descriptor of a region (foreslice_region of abi.h).
llvm::GlobalVariable *emitRegion(llvm::Module &M, const LoweredSlice &Slice,
                                 llvm::StringRef Name, llvm::StringRef Scheme);

/// Emits the constructor that announces the module's regions.
void emitRegistration(llvm::Module &M,
                      llvm::ArrayRef<llvm::GlobalVariable *> Regions);

} // namespace foreslice

#endif // FORESLICE_PASSES_LOWER_REGISTRATION_H
