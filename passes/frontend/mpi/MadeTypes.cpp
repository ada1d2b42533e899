//===- MadeTypes.cpp - datatypes made by a slice --------------------------===//
//
// See MadeTypes.h. Handles are addresses with Open MPI, and numbers of 4 bytes
// with MPICH. The functions of library/types.cpp use 8 bytes.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpi/MadeTypes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

namespace {

struct Constructor {
  StringRef Name; ///< In MPI.
  StringRef Body; ///< In library/types.cpp.
  /// The new type is the last of Arguments; the old type is number Old.
  unsigned Arguments, Old;
};

} // namespace

static constexpr Constructor Constructors[] = {
    {"MPI_Type_contiguous", "foreslice_type_contiguous", 3, 1},
    {"MPI_Type_vector", "foreslice_type_vector", 5, 3},
    {"MPI_Type_create_hvector", "foreslice_type_hvector", 5, 3},
    {"MPI_Type_hvector", "foreslice_type_hvector", 5, 3},
    {"MPI_Type_indexed", "foreslice_type_indexed", 5, 3},
    {"MPI_Type_create_hindexed", "foreslice_type_hindexed", 5, 3},
    {"MPI_Type_create_indexed_block", "foreslice_type_indexed_block", 5, 3},
    {"MPI_Type_create_hindexed_block", "foreslice_type_hindexed_block", 5, 3},
    {"MPI_Type_create_subarray", "foreslice_type_subarray", 7, 5},
    {"MPI_Type_create_resized", "foreslice_type_resized", 4, 0},
    {"MPI_Type_dup", "foreslice_type_dup", 2, 0},
};

/// Whether CB has the arguments of the declaration in MPI's headers.
static bool isCallOf(const CallBase &CB, const Constructor &C) {
  if (CB.arg_size() != C.Arguments || !CB.getType()->isIntegerTy(32))
    return false;
  const Type *Old = CB.getArgOperand(C.Old)->getType();
  return (Old->isPointerTy() || Old->isIntegerTy(32)) &&
         CB.getArgOperand(C.Arguments - 1)->getType()->isPointerTy();
}

static void makeByBody(CallBase &CB, const Constructor &C) {
  IRBuilder<> B(&CB);
  Type *Long = B.getInt64Ty(), *Handle = CB.getArgOperand(C.Old)->getType();
  SmallVector<Value *> Args(CB.arg_begin(), CB.arg_end() - 1);
  Args[C.Old] = Handle->isPointerTy() ? B.CreatePtrToInt(Args[C.Old], Long)
                                      : B.CreateZExt(Args[C.Old], Long);
  SmallVector<Type *> Types;
  for (const Value *Arg : Args)
    Types.push_back(Arg->getType());
  Value *Made = B.CreateCall(
      CB.getModule()->getOrInsertFunction(
          C.Body, FunctionType::get(Long, Types, /*isVarArg=*/false)),
      Args);
  B.CreateStore(Handle->isPointerTy() ? B.CreateIntToPtr(Made, Handle)
                                      : B.CreateTrunc(Made, Handle),
                CB.getArgOperand(C.Arguments - 1));
}

/// Calls Replace for each call of Name accepted by Is, and removes the call,
/// with success as the result. True if there are any.
static bool replaceCalls(Module &Copy, StringRef Name,
                         function_ref<bool(const CallBase &)> Is,
                         function_ref<void(CallBase &)> Replace) {
  Function *F = Copy.getFunction(Name);
  if (!F || !F->isDeclaration())
    return false;
  bool Any = false;
  for (User *U : make_early_inc_range(F->users())) {
    auto *CB = dyn_cast<CallInst>(U);
    if (!CB || CB->getCalledFunction() != F || !Is(*CB))
      continue;
    Replace(*CB);
    CB->replaceAllUsesWith(Constant::getNullValue(CB->getType()));
    CB->eraseFromParent();
    Any = true;
  }
  return Any;
}

bool makeTypesInCopy(Module &Copy) {
  bool Any = false;
  for (const Constructor &C : Constructors)
    Any |= replaceCalls(
        Copy, C.Name, [&](const CallBase &CB) { return isCallOf(CB, C); },
        [&](CallBase &CB) { makeByBody(CB, C); });
  for (StringRef Name : {"MPI_Type_commit", "MPI_Type_free"})
    replaceCalls(
        Copy, Name,
        [](const CallBase &CB) {
          return CB.arg_size() == 1 && CB.getType()->isIntegerTy(32);
        },
        [](CallBase &) {});
  return Any;
}

} // namespace foreslice
