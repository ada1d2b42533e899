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

static bool isRead(const Function &F) {
  const IOCall *Call = lookupIOFunction(F);
  return Call && Call->isRead();
}

SmallVector<Function *> ReaderFunctions::callees(const CallBase &CB) const {
  if (Function *F = CB.getCalledFunction())
    return {F};
  return Targets.of(CB);
}

bool ReaderFunctions::reads(const CallBase &CB) const {
  return any_of(callees(CB),
                [&](Function *F) { return isRead(*F) || Readers.contains(F); });
}

ReaderFunctions::ReaderFunctions(Module &M) : Targets(M) {
  SmallVector<Function *> Worklist;
  for (Function &F : M)
    if (isRead(F))
      Worklist.push_back(&F);
  if (Worklist.empty())
    return;
  DenseMap<Function *, SmallVector<Function *, 4>> Callers;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *CB = dyn_cast<CallBase>(&I))
        for (Function *Callee : callees(*CB)) {
          Callers[Callee].push_back(&F);
          if (CB->isIndirectCall())
            Pointed.insert(Callee);
        }
  while (!Worklist.empty())
    for (Function *F : Callers.lookup(Worklist.pop_back_val()))
      if (!F->isPresplitCoroutine() && Readers.insert(F).second)
        Worklist.push_back(F);
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
        for (Function *Callee : callees(*CB))
          Self(Self, Callee);
    PostOrder.push_back(F);
  };
  for (Function &F : reverse(M))
    Visit(Visit, &F);
  Order.assign(PostOrder.rbegin(), PostOrder.rend());
}

bool ReaderFunctions::reads(const Loop &L) const {
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB)
      if (auto *CB = dyn_cast<CallBase>(&I); CB && reads(*CB))
        return true;
  return false;
}

SmallVector<CallBase *>
ReaderFunctions::readsOutsideLoops(Function &F, const LoopInfo &LI) const {
  SmallVector<CallBase *> Result;
  for (Instruction &I : instructions(F))
    if (auto *CB = dyn_cast<CallBase>(&I))
      if (const IOCall *Call = lookupIOCall(*CB);
          Call && Call->isRead() && !LI.getLoopFor(CB->getParent()))
        Result.push_back(CB);
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
