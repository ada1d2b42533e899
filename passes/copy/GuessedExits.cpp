//===- GuessedExits.cpp - exits of loops in a working copy ----------------===//
//
// The part of WorkingCopy that assumes whether loops are left, if only data or
// the main thread can tell.
//
//===----------------------------------------------------------------------===//

#include "copy/WorkingCopy.h"
#include "model/IOModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace foreslice {

/// The innermost loop around BB with a call of Calls.
static const Loop *loopWith(ArrayRef<CallBase *> Calls, BasicBlock *BB,
                            const LoopInfo &LI) {
  const Loop *L = LI.getLoopFor(BB);
  while (L && none_of(Calls, [&](CallBase *CB) { return L->contains(CB); }))
    L = L->getParentLoop();
  return L;
}

/// Whether all branches of L to code behind L in Outer are in Exits. A switch
/// at the end of variables' scopes, made by clang, follows an earlier branch.
static bool isLeftBy(const Loop &L, const Loop &Outer,
                     ArrayRef<Instruction *> Exits) {
  SmallVector<Loop::Edge> Edges;
  L.getExitEdges(Edges);
  return all_of(Edges, [&](const Loop::Edge &E) {
    Instruction *T = E.first->getTerminator();
    return !Outer.contains(E.second) || isa<SwitchInst>(T) ||
           is_contained(Exits, T);
  });
}

/// Whether a way from BB comes to a call of I/O.
static bool comesToIO(BasicBlock *BB) {
  SmallPtrSet<BasicBlock *, 8> Seen = {BB};
  SmallVector<BasicBlock *> Work = {BB};
  while (!Work.empty()) {
    BasicBlock *Next = Work.pop_back_val();
    for (Instruction &I : *Next)
      if (auto *CB = dyn_cast<CallBase>(&I); CB && lookupIOCall(*CB))
        return true;
    for (BasicBlock *To : successors(Next))
      if (Seen.insert(To).second)
        Work.push_back(To);
  }
  return false;
}

bool WorkingCopy::giveUp(ArrayRef<Instruction *> Exits) const {
  DominatorTree DT(*W);
  LoopInfo LI(DT);
  return all_of(Exits, [&](Instruction *T) {
    const Loop *L = LI.getLoopFor(T->getParent());
    SmallVector<BasicBlock *> Exiting;
    L->getExitingBlocks(Exiting);
    const unsigned Out = L->contains(T->getSuccessor(0)) ? 1 : 0;
    return !comesToIO(T->getSuccessor(Out)) &&
           any_of(Exiting, [&](BasicBlock *BB) {
             return !is_contained(Exits, BB->getTerminator());
           });
  });
}

SmallVector<DebugLoc, 2> WorkingCopy::assumeStays(ArrayRef<Instruction *> Exits,
                                                  ArrayRef<CallBase *> Wanted) {
  DominatorTree DT(*W);
  LoopInfo LI(DT);
  SmallPtrSet<const Loop *, 4> LeftAtOnce;
  for (Instruction *T : Exits) {
    const Loop *L = LI.getLoopFor(T->getParent()),
               *Outer = loopWith(Wanted, T->getParent(), LI);
    if (Outer && Outer != L && isLeftBy(*L, *Outer, Exits))
      LeftAtOnce.insert(L);
  }
  SmallVector<DebugLoc, 2> Stays;
  for (Instruction *T : Exits) {
    BasicBlock *BB = T->getParent();
    const Loop *L = LI.getLoopFor(BB), *Outer = loopWith(Wanted, BB, LI);
    unsigned Number = L->contains(T->getSuccessor(0)) ? 0 : 1;
    // The wanted calls come behind L.
    if (LeftAtOnce.contains(L) && Outer->contains(T->getSuccessor(1 - Number)))
      Number = 1 - Number;
    else
      Stays.push_back(T->getDebugLoc());
    T->getSuccessor(1 - Number)->removePredecessor(BB);
    BranchInst::Create(T->getSuccessor(Number), T->getIterator());
    T->eraseFromParent();
  }
  removeUnreachableBlocks(*W);
  Blocks = blocksInRegion();
  AM.analyses().invalidate(*W, PreservedAnalyses::none());
  return Stays;
}

} // namespace foreslice
