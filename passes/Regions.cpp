//===- Regions.cpp - which loop nests may get a slice ---------------------===//
//
// See Regions.h.
//
//===----------------------------------------------------------------------===//

#include "Regions.h"
#include "IOModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

static bool isReadCall(const Instruction &I) {
  const auto *CB = dyn_cast<CallBase>(&I);
  if (!CB)
    return false;
  const IOCall *Call = lookupIOCall(*CB);
  return Call && Call->isRead();
}

ReaderFunctions::ReaderFunctions(Module &M) {
  SmallVector<Function *> Worklist;
  auto Add = [&](Function &F) {
    if (Readers.insert(&F).second)
      Worklist.push_back(&F);
  };
  for (Function &F : M)
    if (!F.isDeclaration() && !F.isPresplitCoroutine() &&
        any_of(instructions(F), isReadCall))
      Add(F);
  while (!Worklist.empty()) {
    Function *F = Worklist.pop_back_val();
    for (User *U : F->users())
      if (auto *CB = dyn_cast<CallBase>(U))
        if (CB->getCalledFunction() == F)
          Add(*CB->getFunction());
  }
  // Callers before callees: depth-first from the functions that no reader
  // calls, finished last comes first, so that the source's order is kept where
  // it can be. Cycles are broken anywhere.
  SmallVector<Function *> PostOrder;
  DenseSet<const Function *> Seen;
  auto Visit = [&](auto &Self, Function *F) -> void {
    if (!Readers.contains(F) || !Seen.insert(F).second)
      return;
    for (Instruction &I : instructions(*F))
      if (auto *CB = dyn_cast<CallBase>(&I))
        if (Function *Callee = CB->getCalledFunction())
          Self(Self, Callee);
    PostOrder.push_back(F);
  };
  for (Function &F : reverse(M))
    Visit(Visit, &F);
  Order.assign(PostOrder.rbegin(), PostOrder.rend());
}

bool ReaderFunctions::reads(const Loop &L) const {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      if (isReadCall(I))
        return true;
      auto *CB = dyn_cast<CallBase>(&I);
      if (CB && Readers.contains(CB->getCalledFunction()))
        return true;
    }
  return false;
}

SmallVector<CallBase *>
ReaderFunctions::readsOutsideLoops(Function &F, const LoopInfo &LI) const {
  SmallVector<CallBase *> Result;
  for (Instruction &I : instructions(F))
    if (isReadCall(I) && !LI.getLoopFor(I.getParent()))
      Result.push_back(cast<CallBase>(&I));
  return Result;
}

bool ReaderFunctions::onlyCalledFrom(
    const Function &F, const DenseSet<const BasicBlock *> &Covered) const {
  if (!F.hasLocalLinkage() || F.use_empty())
    return false;
  return all_of(F.users(), [&](const User *U) {
    auto *CB = dyn_cast<CallBase>(U);
    return CB && CB->getCalledFunction() == &F &&
           Covered.contains(CB->getParent());
  });
}

} // namespace foreslice
