//===- Inlining.cpp - calls in a working copy -----------------------------===//
//
// The part of WorkingCopy that inlines callees of the region: calls through
// pointers become direct, and direct calls become the callee's code.
//
//===----------------------------------------------------------------------===//

#include "copy/LibraryBodies.h"
#include "copy/WorkingCopy.h"
#include "model/IOModel.h"
#include "model/LibraryCalls.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/CallPromotionUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

#include <map>

using namespace llvm;

namespace foreslice {

/// Limits of instructions inlined before the region: callees there only tell
/// pointers apart.
static constexpr unsigned OutsideInlineBudget = 5000;
static constexpr unsigned OutsideCalleeLimit = 150;
/// Most calls through pointers made direct: recursion through pointers has no
/// end.
static constexpr unsigned MaxFollowed = 100;

/// Depth of recursion in a slice, and the share of the budget for recursion:
/// the rest is for code that decides whether the program gets there.
static constexpr unsigned MaxDepth = 8, RecursionShare = 4;

namespace {

/// A call that may be inlined.
struct Candidate {
  CallBase *CB;
  bool Inside;
  unsigned Depth; ///< Recursive functions on the way here.
  int From;       ///< The inlined call around CB; -1 if none.
};

/// A call that was inlined.
struct InlinedCall {
  Function *Callee;
  int From;             ///< As of a candidate.
  uint64_t Brought = 0; ///< Instructions of the callee, with inner callees.
};

/// Calls by rank, lowest first. Among calls of a rank, the last added comes
/// first.
class Candidates {
public:
  void add(unsigned Rank, Candidate C) { ByRank[Rank].push_back(C); }
  bool empty() const { return ByRank.empty(); }
  Candidate pop() {
    auto First = ByRank.begin();
    Candidate C = First->second.pop_back_val();
    if (First->second.empty())
      ByRank.erase(First);
    return C;
  }

private:
  std::map<unsigned, SmallVector<Candidate>> ByRank;
};

} // namespace

/// Turns a call through a pointer into a direct call of each target; the last
/// target is assumed if no other is meant. Returns the new calls.
SmallVector<CallBase *> WorkingCopy::makeDirect(CallBase &CB) {
  SmallVector<Function *> Targets = AM.readers().targets().of(CB);
  if (Targets.empty() || Followed == MaxFollowed)
    return {};
  if (!Guess && !AM.readers().reads(CB)) {
    CouldGuess = true;
    return {};
  }
  ++Followed;
  SmallVector<CallBase *> Direct;
  for (Function *Target : drop_end(Targets))
    Direct.push_back(&promoteCallWithIfThenElse(CB, Target));
  Direct.push_back(&promoteCall(CB, Targets.back()));
  for (CallBase *New : Direct)
    assumeSuccess(*New);
  return Direct;
}

/// `sums[i] = ...` inserts, `places[i]` looks up; a slice can do no more than
/// look up.
bool WorkingCopy::foldInsertions() {
  SmallVector<CallBase *> Insertions = callsInRegion();
  erase_if(Insertions, [](CallBase *CB) { return !isInsertion(*CB); });
  if (!Guess) {
    CouldGuess |= !Insertions.empty();
    return false;
  }
  for (CallBase *CB : Insertions)
    changeToUnreachable(CB);
  return !Insertions.empty();
}

/// The slice goes no further than I.
void WorkingCopy::endAt(Instruction &I) {
  CallInst::Create(EndMarker, {}, "", I.getIterator());
  BasicBlock *BB = I.getParent();
  changeToUnreachable(&I);
  BB->getTerminator()->eraseFromParent();
  Type *T = W->getReturnType();
  ReturnInst::Create(W->getContext(),
                     T->isVoidTy() ? nullptr : PoisonValue::get(T), BB);
}

bool WorkingCopy::isLeftOut(const Function &Callee) const {
  constexpr unsigned Small = 60;
  return Only && !Only->contains(&Callee) &&
         (AM.readers().accessesFiles(Callee) ||
          Callee.getInstructionCount() > Small);
}

/// The callee to inline for CB, if possible: for a recursive function, the
/// version with a loop.
Function *WorkingCopy::inlinableCallee(CallBase &CB, bool InRegion) {
  Function *Callee = CB.getCalledFunction();
  if (!Callee || Callee->isDeclaration() || Callee->isPresplitCoroutine() ||
      Callee->hasFnAttribute(Attribute::ReturnsTwice))
    return nullptr;
  if (InRegion && isLeftOut(*Callee))
    return nullptr;
  if (isInsertion(CB) && InRegion) {
    CouldGuess |= !Guess;
    if (Guess)
      return nullptr; // left to foldInsertions()
  }
  if (!AM.isRecursive(*Callee))
    return Callee;
  Callee = InRegion ? AM.loopedVersionOf(*Callee) : nullptr;
  if (Callee)
    CB.setCalledFunction(Callee);
  return Callee;
}

/// Calls made in place of a read of the program stand for the read.
static void standFor(MDNode *Read, ArrayRef<CallBase *> Calls) {
  for (CallBase *CB : Calls)
    if (Read && !CB->hasMetadata(ReadMD))
      CB->setMetadata(ReadMD, Read);
}

bool WorkingCopy::inlineCalls() {
  SmallVector<CallBase *> Calls = callsInRegion();
  SmallPtrSet<CallBase *, 16> InRegion(Calls.begin(), Calls.end());
  // A slice must look into functions with accesses to files; the budget left is
  // for others, the smallest first.
  Candidates Worklist, Others;
  auto Add = [&](CallBase *CB, bool Inside, unsigned Depth, int From) {
    const Function *Callee = CB->getCalledFunction();
    bool First = !Callee || AM.readers().accessesFiles(*Callee);
    if (First)
      Worklist.add(Depth, {CB, Inside, Depth, From});
    else
      Others.add(Callee->getInstructionCount(), {CB, Inside, Depth, From});
  };
  for (Instruction &I : instructions(*W))
    if (auto *CB = dyn_cast<CallBase>(&I))
      Add(CB, InRegion.contains(CB), 0, -1);
  SmallVector<WeakVH> Ends; // an end may be deleted with a block
  SmallVector<InlinedCall> Tree;
  bool Changed = false;
  while (!Worklist.empty() || !Others.empty()) {
    auto [CB, Inside, Depth, From] =
        (Worklist.empty() ? Others : Worklist).pop();
    if (Inside && !Only)
      for (CallBase *New : makeDirect(*CB)) {
        Changed = true;
        if (New != CB)
          Add(New, Inside, Depth, From);
      }
    Function *Called = CB->getCalledFunction();
    Function *Callee = inlinableCallee(*CB, Inside);
    if (!Callee)
      continue;
    bool Again = AM.isLoopedVersion(*Callee);
    unsigned Size = Callee->getInstructionCount();
    unsigned &Spent = Inside ? InlinedInRegion : InlinedOutside;
    unsigned Budget = Inside ? AM.inlineLimit() : OutsideInlineBudget;
    if (Again && (++Depth > MaxDepth ||
                  (Depth > 1 && Spent + Size > Budget / RecursionShare))) {
      Ends.push_back(CB);
      continue;
    }
    bool Accesses = AM.readers().accessesFiles(*Callee);
    bool TooMuch = Spent + Size > Budget;
    if (TooMuch && Inside && Accesses && !Again && !Only) {
      Hopeless = CB;
      for (int Position = From; Position >= 0; Position = Tree[Position].From)
        if (2 * Tree[Position].Brought > Budget)
          AM.addHopeless(*Tree[Position].Callee);
      return true;
    }
    TooMuch |= Inside ? !Accesses && InlinedOthers + Size > MostOthers
                      : Size > OutsideCalleeLimit;
    if (TooMuch) {
      if (Again)
        Ends.push_back(CB);
      continue;
    }
    MDNode *Original = CB->getMetadata(CallMD);
    const DebugLoc Loc = CB->getDebugLoc();
    CB->setCalledFunction(&AM.inlinableVersionOf(*Callee));
    InlineFunctionInfo IFI;
    MDNode *Read = CB->getMetadata(ReadMD);
    if (!InlineFunction(*CB, IFI).isSuccess()) {
      CB->setCalledFunction(Callee);
      continue;
    }
    Spent += Size;
    Tree.push_back({Called, From});
    for (int Index = Tree.size() - 1; Index >= 0; Index = Tree[Index].From)
      Tree[Index].Brought += Size;
    InlinedOthers += Inside && !Accesses ? Size : 0;
    AM.work().Copied += Size;
    Changed = true;
    standFor(Read, IFI.InlinedCallSites);
    for (CallBase *New : IFI.InlinedCallSites) {
      if (opensForCaller(*Callee))
        AM.standFor(*New, Original, Loc);
      Add(New, Inside, Depth, Tree.size() - 1);
    }
  }
  for (WeakVH &End : Ends)
    if (End)
      endAt(*cast<Instruction>(End));
  AM.analyses().invalidate(*W, PreservedAnalyses::none());
  return Changed;
}

} // namespace foreslice
