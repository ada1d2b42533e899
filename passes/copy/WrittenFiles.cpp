//===- WrittenFiles.cpp - writes succeed ----------------------------------===//
//
// See WrittenFiles.h.
//
//===----------------------------------------------------------------------===//

#include "copy/WrittenFiles.h"
#include "model/IOModel.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace foreslice {

/// The result of a comparison of a good handle with Other on the right; none if
/// the result depends on the handle.
static std::optional<bool> comparedAsGood(CmpInst::Predicate Predicate,
                                          const Value &Other) {
  if (isa<ConstantPointerNull>(Other))
    return Predicate == CmpInst::ICMP_EQ   ? std::optional(false)
           : Predicate == CmpInst::ICMP_NE ? std::optional(true)
                                           : std::nullopt;
  auto *Bad = dyn_cast<ConstantInt>(&Other);
  if (!Bad || !(Bad->isZero() || Bad->isMinusOne()))
    return std::nullopt;
  return ICmpInst::compare(APInt(Bad->getBitWidth(), 3), Bad->getValue(),
                           Predicate);
}

static bool assumeGood(CallBase &Open) {
  bool Changed = false;
  for (User *U : make_early_inc_range(Open.users())) {
    auto *Compare = dyn_cast<ICmpInst>(U);
    if (!Compare)
      continue;
    bool First = Compare->getOperand(0) == &Open;
    std::optional<bool> Is = comparedAsGood(
        First ? Compare->getPredicate() : Compare->getSwappedPredicate(),
        *Compare->getOperand(First));
    if (!Is)
      continue;
    Compare->replaceAllUsesWith(
        ConstantInt::getBool(Compare->getContext(), *Is));
    Compare->eraseFromParent();
    Changed = true;
  }
  return Changed;
}

/// Assumes that CB writes all bytes or items. Calls with a datatype return the
/// count in a status instead.
static bool assumeFull(CallBase &CB, const IOCall &Call) {
  if (CB.use_empty() || !CB.getType()->isIntegerTy())
    return false;
  IRBuilder<> B(&CB);
  CB.replaceAllUsesWith(
      B.CreateZExtOrTrunc(Call.argument(CB, Role::Count), CB.getType()));
  return true;
}

bool assumeWritesSucceed(Function &F) {
  bool Changed = false;
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I))
      Calls.push_back(CB);
  for (CallBase *CB : Calls) {
    if (opensToWrite(*CB))
      Changed |= assumeGood(*CB);
    else if (const IOCall *Call = lookupIOCall(*CB);
             Call && Call->isWrite() && !Call->has(Role::Datatype) &&
             Call->has(Role::Buffer))
      Changed |= assumeFull(*CB, *Call);
  }
  return Changed;
}

} // namespace foreslice
