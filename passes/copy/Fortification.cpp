//===- Fortification.cpp - checked calls of library functions -------------===//
//
// See Fortification.h.
//
//===----------------------------------------------------------------------===//

#include "copy/Fortification.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

namespace {
struct FortifiedCall {
  StringRef Name, Plain;
  unsigned Check, NumChecks; ///< The first argument of the check, and how many.
};
} // namespace

/// In these functions, the written argument comes before the check: a slice
/// that waits for the written memory uses argument numbers of the program's
/// call.
static const FortifiedCall *lookupFortified(const CallInst &CB) {
  static constexpr FortifiedCall Calls[] = {
      {"__memcpy_chk", "memcpy", 3, 1},
      {"__memmove_chk", "memmove", 3, 1},
      {"__memset_chk", "memset", 3, 1},
      {"__strcpy_chk", "strcpy", 2, 1},
      {"__strncpy_chk", "strncpy", 3, 1},
      {"__strcat_chk", "strcat", 2, 1},
      {"__strncat_chk", "strncat", 3, 1},
      {"__stpcpy_chk", "stpcpy", 2, 1},
      {"__sprintf_chk", "sprintf", 1, 2},
      {"__snprintf_chk", "snprintf", 2, 2},
      {"__fgets_chk", "fgets", 1, 1},
      {"__fread_chk", "fread", 1, 1},
      {"__read_chk", "read", 3, 1},
      {"__pread_chk", "pread", 4, 1},
      {"__pread64_chk", "pread64", 4, 1},
      {"__fread_unlocked_chk", "fread_unlocked", 1, 1}};
  const Function *F = CB.getCalledFunction();
  if (!F || !F->isDeclaration())
    return nullptr;
  auto *Call = find_if(
      Calls, [&](const FortifiedCall &C) { return C.Name == F->getName(); });
  return Call != std::end(Calls) &&
                 CB.arg_size() >= Call->Check + Call->NumChecks
             ? Call
             : nullptr;
}

static CallInst *plainCall(CallInst &CB, const FortifiedCall &Call) {
  IRBuilder<> B(&CB);
  SmallVector<Value *> Args(CB.args());
  if (Call.Plain == "memcpy")
    return B.CreateMemCpy(Args[0], MaybeAlign(), Args[1], MaybeAlign(),
                          Args[2]);
  if (Call.Plain == "memmove")
    return B.CreateMemMove(Args[0], MaybeAlign(), Args[1], MaybeAlign(),
                           Args[2]);
  if (Call.Plain == "memset")
    return B.CreateMemSet(Args[0], B.CreateTrunc(Args[1], B.getInt8Ty()),
                          Args[2], MaybeAlign());
  auto IsCheck = [&](unsigned I) {
    return I >= Call.Check && I < Call.Check + Call.NumChecks;
  };
  FunctionType *Checked = CB.getFunctionType();
  SmallVector<Value *> Left;
  SmallVector<Type *> Types;
  SmallVector<AttributeSet> Attributes;
  for (unsigned I = 0; I < Args.size(); ++I) {
    if (IsCheck(I))
      continue;
    Left.push_back(Args[I]);
    Attributes.push_back(CB.getAttributes().getParamAttrs(I));
    if (I < Checked->getNumParams())
      Types.push_back(Args[I]->getType());
  }
  CallInst *Plain = B.CreateCall(
      CB.getModule()->getOrInsertFunction(
          Call.Plain, FunctionType::get(Checked->getReturnType(), Types,
                                        Checked->isVarArg())),
      Left);
  Plain->setAttributes(AttributeList::get(CB.getContext(), AttributeSet(),
                                          CB.getAttributes().getRetAttrs(),
                                          Attributes));
  return Plain;
}

bool dropFortification(Module &Copy) {
  SmallVector<CallInst *> Checked;
  for (Function &F : Copy)
    for (Instruction &I : instructions(F))
      if (auto *CB = dyn_cast<CallInst>(&I); CB && lookupFortified(*CB))
        Checked.push_back(CB);
  for (CallInst *CB : Checked) {
    CallInst *Plain = plainCall(*CB, *lookupFortified(*CB));
    Plain->copyMetadata(*CB);
    // The functions of memory return the destination.
    auto *Memory = dyn_cast<MemIntrinsic>(Plain);
    Value *Result = Memory ? Memory->getRawDest() : Plain;
    CB->replaceAllUsesWith(Result);
    CB->eraseFromParent();
  }
  return !Checked.empty();
}

} // namespace foreslice
