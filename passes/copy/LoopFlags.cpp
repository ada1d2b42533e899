//===- LoopFlags.cpp - flags that only end a loop -------------------------===//
//
// See LoopFlags.h.
//
//===----------------------------------------------------------------------===//

#include "copy/LoopFlags.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace foreslice {

/// Whether Condition compares a flag with a constant.
static bool asksFlag(const Value *Condition) {
  const Value *Flag;
  if (!match(Condition, m_ICmp(m_Value(Flag), m_Constant())))
    return false;
  while (match(Flag, m_ZExtOrSExt(m_Value(Flag))) ||
         match(Flag, m_Trunc(m_Value(Flag))) ||
         match(Flag, m_And(m_Value(Flag), m_Constant())))
    ;
  const auto *Load = dyn_cast<LoadInst>(Flag);
  return Load && !Load->isSimple() && Load->getType()->isIntegerTy();
}

/// The parts of Condition that ask flags, and have to be Wanted for Condition
/// to be Wanted. True if other parts decide, too.
static bool findFlags(Use &Condition, bool Wanted,
                      SmallVectorImpl<std::pair<Use *, bool>> &Flags) {
  Value *Not;
  if (match(Condition.get(), m_Not(m_Value(Not)))) {
    auto *I = cast<Instruction>(Condition.get());
    return findFlags(I->getOperandUse(I->getOperand(0) == Not ? 0 : 1), !Wanted,
                     Flags);
  }
  const bool Joins = Wanted ? match(Condition.get(), m_LogicalAnd())
                            : match(Condition.get(), m_LogicalOr());
  if (Joins) {
    auto *I = cast<Instruction>(Condition.get());
    // A select has the second part behind the condition, or last.
    const unsigned Second = isa<SelectInst>(I) && !Wanted ? 2 : 1;
    const bool First = findFlags(I->getOperandUse(0), Wanted, Flags);
    return findFlags(I->getOperandUse(Second), Wanted, Flags) || First;
  }
  if (!asksFlag(Condition.get()))
    return true;
  Flags.emplace_back(&Condition, Wanted);
  return false;
}

/// An exit of a loop that asks flags.
struct FlaggedExit {
  SmallVector<std::pair<Use *, bool>, 2> Flags; ///< And what they are.
  bool HasOthers = false;                       ///< More than flags decides.
};

/// The exits of L itself that ask flags; none if L has no other end.
static SmallVector<FlaggedExit> flaggedExits(const Loop &L,
                                             const LoopInfo &LI) {
  SmallVector<Loop::Edge> Edges;
  L.getExitEdges(Edges);
  SmallVector<FlaggedExit> Exits;
  bool HasOtherEnd = false;
  for (auto [From, To] : Edges) {
    FlaggedExit Exit;
    auto *T = dyn_cast<BranchInst>(From->getTerminator());
    if (T && T->isConditional() && LI.getLoopFor(From) == &L)
      Exit.HasOthers =
          findFlags(T->getOperandUse(0), T->getSuccessor(0) != To, Exit.Flags);
    HasOtherEnd |= Exit.HasOthers || Exit.Flags.empty();
    if (!Exit.Flags.empty())
      Exits.push_back(std::move(Exit));
  }
  if (!HasOtherEnd)
    Exits.clear();
  return Exits;
}

bool assumeFlagsUnset(Function &F) {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  bool Changed = false;
  for (const Loop *L : LI.getLoopsInPreorder())
    for (const FlaggedExit &Exit : flaggedExits(*L, LI)) {
      for (auto [Part, Value] : Exit.Flags)
        Part->set(ConstantInt::getBool(F.getContext(), Value));
      Changed = true;
    }
  return Changed;
}

} // namespace foreslice
