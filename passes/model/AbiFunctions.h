//===- AbiFunctions.h - the run time's functions, as the pass calls them --===//
//
// From abi.def: the LLVM types of the functions are those of their declarations
// in C, and calls name a function by its row.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_ABIFUNCTIONS_H
#define FORESLICE_PASSES_MODEL_ABIFUNCTIONS_H

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"

namespace foreslice {

/// The rows of abi.def.
enum class Abi {
#define FORESLICE_FUNCTION(Caller, Attribute, Result, Name, ...) Name,
#include "foreslice/abi.def"
};

/// The function in M, declared if need be. Weak but for the registration
/// function, so that one undefined name says what is missing.
llvm::FunctionCallee abiFunction(llvm::Module &M, Abi Name);
/// F is referred to weakly if it is one that slices call as they call a
/// library.
void declareWeakly(llvm::Function &F);
/// Puts in a call of it.
llvm::CallInst *callAbi(llvm::IRBuilder<> &B, Abi Name,
                        llvm::ArrayRef<llvm::Value *> Args);

/// Whether CB calls a function of the ABI, one that slices call, and one that
/// gives a slice memory of its own.
bool isAbiCall(const llvm::CallBase &CB);
bool isSliceCall(const llvm::CallBase &CB);
bool isSliceAllocation(const llvm::CallBase &CB);
/// The bytes of that memory.
llvm::Value *allocatedBytes(const llvm::CallBase &CB);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_ABIFUNCTIONS_H
