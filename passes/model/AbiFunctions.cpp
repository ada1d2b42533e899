//===- AbiFunctions.cpp - calls of the run time's functions ---------------===//
//
// See AbiFunctions.h.
//
//===----------------------------------------------------------------------===//

#include "model/AbiFunctions.h"

#include "foreslice/abi.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

#include <type_traits>

using namespace llvm;

namespace foreslice {

namespace {

enum class AbiCaller { MAIN, SLICE, LIBRARY };
enum class AbiAttribute { STRONG, WEAK, ALLOCATES, CONSTANT };

struct AbiRow {
  StringRef Name;
  AbiCaller Caller;
  AbiAttribute Attribute;
  FunctionType *(*TypeIn)(LLVMContext &Ctx);
};

/// The LLVM type of a scalar type of C.
template <typename T> Type *scalarType(LLVMContext &Ctx) {
  if constexpr (std::is_void_v<T>)
    return Type::getVoidTy(Ctx);
  else if constexpr (std::is_pointer_v<T>)
    return PointerType::get(Ctx, 0);
  else
    return IntegerType::get(Ctx, 8 * sizeof(T));
}

template <typename F> struct TypeOf;
template <typename Result, typename... Params>
struct TypeOf<Result(Params...)> {
  static FunctionType *in(LLVMContext &Ctx) {
    return FunctionType::get(scalarType<Result>(Ctx),
                             {scalarType<Params>(Ctx)...}, /*isVarArg=*/false);
  }
};

} // namespace

static constexpr AbiRow Rows[] = {
#define FORESLICE_FUNCTION(Caller, Attribute, Result, Name, ...)               \
  {#Name, AbiCaller::Caller, AbiAttribute::Attribute,                          \
   TypeOf<decltype(::Name)>::in},
#include "foreslice/abi.def"
};

static const AbiRow &row(Abi Name) { return Rows[static_cast<size_t>(Name)]; }

/// The row of CB's callee; null if the callee is not of the ABI.
static const AbiRow *rowOf(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  auto *It =
      F ? find_if(Rows, [&](const AbiRow &R) { return R.Name == F->getName(); })
        : std::end(Rows);
  return It != std::end(Rows) ? It : nullptr;
}

FunctionCallee abiFunction(Module &M, Abi Name) {
  const AbiRow &R = row(Name);
  FunctionCallee Callee =
      M.getOrInsertFunction(R.Name, R.TypeIn(M.getContext()));
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotThrow();
  if (R.Attribute != AbiAttribute::STRONG)
    F->setLinkage(GlobalValue::ExternalWeakLinkage);
  if (R.Attribute == AbiAttribute::CONSTANT) {
    F->setDoesNotAccessMemory();
    F->setWillReturn();
    F->setNoSync();
  }
  return Callee;
}

void declareWeakly(Function &F) {
  for (const AbiRow &R : Rows)
    if (R.Name == F.getName() && R.Caller == AbiCaller::LIBRARY)
      F.setLinkage(GlobalValue::ExternalWeakLinkage);
}

CallInst *callAbi(IRBuilder<> &B, Abi Name, ArrayRef<Value *> Args) {
  return B.CreateCall(abiFunction(*B.GetInsertBlock()->getModule(), Name),
                      Args);
}

bool isAbiCall(const CallBase &CB) { return rowOf(CB); }

bool isSliceCall(const CallBase &CB) {
  const AbiRow *R = rowOf(CB);
  return R && R->Caller == AbiCaller::SLICE;
}

bool isSliceAllocation(const CallBase &CB) {
  const AbiRow *R = rowOf(CB);
  return R && R->Attribute == AbiAttribute::ALLOCATES;
}

Value *allocatedBytes(const CallBase &CB) { return CB.getArgOperand(0); }

} // namespace foreslice
