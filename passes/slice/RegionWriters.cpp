//===- RegionWriters.cpp - the memory writers of a region -----------------===//
//
// See RegionWriters.h.
//
//===----------------------------------------------------------------------===//

#include "slice/RegionWriters.h"
#include "model/LibraryCalls.h"

#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace foreslice {

bool beginsLifetime(const Instruction &I) {
  auto *II = dyn_cast<IntrinsicInst>(&I);
  return II && II->getIntrinsicID() == Intrinsic::lifetime_start;
}

/// Ends of lifetimes, assumptions and the like write nothing readable; freed
/// memory is never read. Begins of lifetimes are walls.
static bool isHarmless(Instruction &I, const TargetLibraryInfo &TLI) {
  if (isMarker(I) || isa<FenceInst>(I))
    return true;
  if (beginsLifetime(I))
    return false;
  if (auto *II = dyn_cast<IntrinsicInst>(&I))
    return II->isAssumeLikeIntrinsic() ||
           II->getIntrinsicID() == Intrinsic::stacksave ||
           II->getIntrinsicID() == Intrinsic::stackrestore;
  auto *CB = dyn_cast<CallBase>(&I);
  return CB && (getFreedOperand(CB, &TLI) || isAllocationFn(CB, &TLI) ||
                freedMemory(*CB));
}

RegionWriters::RegionWriters(WorkingCopy &Copy, const TargetLibraryInfo &TLI)
    : Blocks(Copy.region().size()), Seen(Copy.region().size()) {
  for (auto [Number, BB] : enumerate(Copy.region()))
    Numbers[BB] = Number;
  const BasicBlock *Begin = Copy.begin()->getParent();
  for (auto [Number, BB] : enumerate(Copy.region())) {
    for (const BasicBlock *Pred : predecessors(BB)) {
      Blocks[Number].FollowsBegin |= Pred == Begin;
      if (auto It = Numbers.find(Pred); It != Numbers.end())
        Blocks[Number].Predecessors.push_back(It->second);
    }
    for (Instruction &I : *BB)
      if (I.mayWriteToMemory() && !isHarmless(I, TLI)) {
        Writers.push_back(&I);
        BlockOf.push_back(Number);
      }
  }
}

/// Notes in each block the range of Some inside the block.
void RegionWriters::noteAsked(ArrayRef<Asked> Some) {
  ++Question;
  for (auto [At, A] : enumerate(Some)) {
    Block &B = Blocks[BlockOf[A.Number]];
    if (B.Question != Question) {
      B.Question = Question;
      B.AskedIn = At;
    }
    B.AskedEnd = At + 1;
  }
}

bool RegionWriters::findBefore(const Instruction &Point,
                               MutableArrayRef<Asked> Some) {
  noteAsked(Some);
  bool HasWalls = any_of(Some, [](const Asked &A) { return A.IsWall; });
  // Every block of the region is reachable from the begin.
  bool ReachesBegin = !HasWalls;
  unsigned Left = Some.size();
  // True if no wall ends the way in this block.
  auto Pass = [&](const Block &B, const Instruction *Earlier) {
    ++Steps;
    if (B.Question != Question)
      return true;
    for (unsigned I = B.AskedEnd; I-- > B.AskedIn;) {
      if (Earlier && !get(Some[I].Number).comesBefore(Earlier))
        continue;
      Left -= !Some[I].Precedes;
      Some[I].Precedes = true;
      if (Some[I].IsWall)
        return false;
    }
    return true;
  };
  SmallVector<unsigned> Worklist;
  auto GoBack = [&](const Block &From) {
    ReachesBegin |= From.FollowsBegin;
    for (unsigned Pred : From.Predecessors)
      if (Seen[Pred] != Question) {
        Seen[Pred] = Question;
        Worklist.push_back(Pred);
      }
  };
  const Block &First = Blocks[Numbers.find(Point.getParent())->second];
  if (Pass(First, &Point))
    GoBack(First);
  while (!Worklist.empty() && (Left || !ReachesBegin)) {
    const Block &Next = Blocks[Worklist.pop_back_val()];
    if (Pass(Next, nullptr))
      GoBack(Next);
  }
  return ReachesBegin;
}

} // namespace foreslice
