//===- AbiFunctions.h - calls of the run time's functions -----------------===//
//
// Made from abi.def: LLVM types follow from the declarations in C, and calls
// name a function by row.
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

/// The function Name in M, declared if missing. All functions but the
/// registration function are weak, so a link without the run time names one
/// undefined symbol.
llvm::FunctionCallee abiFunction(llvm::Module &M, Abi Name);
/// Makes F weak if F is an ABI function called by slices like a library.
void declareWeakly(llvm::Function &F);
/// Inserts a call of the ABI function Name.
llvm::CallInst *callAbi(llvm::IRBuilder<> &B, Abi Name,
                        llvm::ArrayRef<llvm::Value *> Args);

/// Whether CB calls a function of the ABI; a function called by slices; a
/// function that allocates memory of a slice.
bool isAbiCall(const llvm::CallBase &CB);
bool isSliceCall(const llvm::CallBase &CB);
bool isSliceAllocation(const llvm::CallBase &CB);
/// The number of bytes allocated by CB.
llvm::Value *allocatedBytes(const llvm::CallBase &CB);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_ABIFUNCTIONS_H
