//===- GuessedExits.cpp - exits of loops in a working copy ----------------===//
//
// The part of WorkingCopy that assumes whether loops are left, if only data or
// the main thread can tell.
//
//===----------------------------------------------------------------------===//

#include "copy/WaysToCalls.h"
#include "copy/WorkingCopy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Local.h"

#include <utility>

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

/// Whether L can be left, or is no loop, if Exits are not taken.
static bool hasOtherExit(const Loop *L, ArrayRef<Instruction *> Exits) {
  SmallVector<BasicBlock *> Exiting;
  if (L)
    L->getExitingBlocks(Exiting);
  return !L || any_of(Exiting, [&](BasicBlock *BB) {
    return !is_contained(Exits, BB->getTerminator());
  });
}

bool WorkingCopy::giveUp(ArrayRef<Instruction *> Exits) const {
  DominatorTree DT(*W);
  LoopInfo LI(DT);
  WaysToCalls Ways(Blocks);
  return all_of(Exits, [&](Instruction *T) {
    BasicBlock *BB = T->getParent();
    const Loop *L = LI.getLoopFor(BB);
    if (!L || !L->isLoopExiting(BB))
      return Ways.wayOn(*T) != nullptr;
    return hasOtherExit(L, Exits) && none_of(successors(BB), [&](auto *To) {
             return !L->contains(To) && Ways.leadOn(BB, To);
           });
  });
}

/// Has BB go on to On, one of its successors, only.
static void goTo(BasicBlock &BB, BasicBlock &On) {
  bool Stays = false;
  for (BasicBlock *To : SmallVector<BasicBlock *>(successors(&BB)))
    if (To != &On || std::exchange(Stays, true))
      To->removePredecessor(&BB);
  Instruction *T = BB.getTerminator();
  BranchInst::Create(&On, T->getIterator());
  T->eraseFromParent();
}

/// Folds what is constant now that some ways are gone, and branches on that.
static void foldConstants(Function &F) {
  SmallVector<WeakVH> Phis;
  for (BasicBlock &BB : F)
    for (PHINode &Phi : BB.phis())
      Phis.push_back(&Phi);
  for (WeakVH &Phi : Phis)
    if (auto *I = dyn_cast_or_null<PHINode>(Phi))
      if (Value *V = I->hasConstantValue(); V && isa<Constant>(V))
        replaceAndRecursivelySimplify(I, V);
  for (BasicBlock &BB : F)
    ConstantFoldTerminator(&BB);
  removeUnreachableBlocks(F);
}

SliceSummary::WaysNotTaken
WorkingCopy::assumeStays(ArrayRef<Instruction *> Exits,
                         ArrayRef<CallBase *> Wanted) {
  DominatorTree DT(*W);
  LoopInfo LI(DT);
  WaysToCalls Ways(Blocks);
  SmallPtrSet<const Loop *, 4> LeftAtOnce;
  for (Instruction *T : Exits) {
    const Loop *L = LI.getLoopFor(T->getParent()),
               *Outer = loopWith(Wanted, T->getParent(), LI);
    if (Outer && Outer != L && isLeftBy(*L, *Outer, Exits))
      LeftAtOnce.insert(L);
  }
  // Before the first branch goes: the way on depends on the others.
  SmallVector<std::pair<const Loop *, BasicBlock *>> Leaves;
  for (Instruction *T : Exits) {
    const Loop *L = LI.getLoopFor(T->getParent());
    const bool Exits = L && L->isLoopExiting(T->getParent());
    BasicBlock *On = Ways.wayOn(*T);
    if (Exits && !On)
      On = T->getSuccessor(L->contains(T->getSuccessor(0)) ? 0 : 1);
    Leaves.emplace_back(Exits ? L : nullptr, On);
  }
  SliceSummary::WaysNotTaken NotTaken;
  for (auto [T, Leave] : zip_equal(Exits, Leaves)) {
    auto [L, On] = Leave;
    const Loop *Outer = loopWith(Wanted, T->getParent(), LI);
    // The wanted calls come behind L.
    auto Out = LeftAtOnce.contains(L)
                   ? find_if(successors(T),
                             [&](BasicBlock *To) {
                               return To != On && Outer->contains(To);
                             })
                   : succ_end(T);
    if (Out != succ_end(T))
      On = *Out;
    else
      (L ? NotTaken.OfLoops : NotTaken.Others).push_back(T->getDebugLoc());
    goTo(*T->getParent(), *On);
  }
  removeUnreachableBlocks(*W);
  foldConstants(*W);
  Blocks = blocksInRegion();
  AM.analyses().invalidate(*W, PreservedAnalyses::none());
  return NotTaken;
}

} // namespace foreslice
