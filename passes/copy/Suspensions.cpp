//===- Suspensions.cpp - coroutines without suspension --------------------===//
//
// See Suspensions.h.
//
//===----------------------------------------------------------------------===//

#include "copy/Suspensions.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace foreslice {

/// The result of a suspension's intrinsic after the resumption; null for other
/// calls.
static Value *resumed(const CallBase &CB) {
  switch (CB.getIntrinsicID()) {
  case Intrinsic::coro_suspend:
    return ConstantInt::get(CB.getType(), 0);
  case Intrinsic::coro_await_suspend_bool:
    return ConstantInt::getTrue(CB.getType());
  case Intrinsic::coro_save:
    return ConstantTokenNone::get(CB.getContext());
  case Intrinsic::coro_await_suspend_void:
  case Intrinsic::coro_await_suspend_handle:
    return PoisonValue::get(Type::getInt1Ty(CB.getContext())); // not used
  default:
    return nullptr;
  }
}

void dropSuspensions(Function &F) {
  if (!F.isPresplitCoroutine())
    return;
  F.removeFnAttr(Attribute::PresplitCoroutine);
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I); CB && resumed(*CB))
      Calls.push_back(CB);
  for (CallBase *CB : Calls) {
    if (!CB->use_empty())
      CB->replaceAllUsesWith(resumed(*CB));
    if (auto *Invoke = dyn_cast<InvokeInst>(CB))
      CB = changeToCall(Invoke);
    CB->eraseFromParent();
  }
  for (BasicBlock &BB : F)
    ConstantFoldTerminator(&BB);
  removeUnreachableBlocks(F);
}

} // namespace foreslice
