//===- WaysToCalls.cpp - branches behind which is no I/O ------------------===//
//
// See WaysToCalls.h.
//
//===----------------------------------------------------------------------===//

#include "copy/WaysToCalls.h"
#include "model/IOModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace foreslice {

static bool hasCall(const BasicBlock &BB) {
  return any_of(BB, [](const Instruction &I) {
    auto *CB = dyn_cast<CallBase>(&I);
    return CB && lookupIOCall(*CB);
  });
}

WaysToCalls::WaysToCalls(ArrayRef<BasicBlock *> Region) {
  const SmallPtrSet<const BasicBlock *, 32> InRegion(Region.begin(),
                                                     Region.end());
  SmallVector<const BasicBlock *> Work;
  for (const BasicBlock *BB : Region)
    if (hasCall(*BB) && Leading.insert(BB).second)
      Work.push_back(BB);
  while (!Work.empty())
    for (const BasicBlock *Before : predecessors(Work.pop_back_val()))
      if (InRegion.contains(Before) && Leading.insert(Before).second)
        Work.push_back(Before);
}

/// The constant that V is on a way; null if V is none.
static Constant *valueOnWay(Value *V,
                            const DenseMap<Value *, Constant *> &Constants) {
  auto *C = dyn_cast<Constant>(V);
  return C ? C : Constants.lookup(V);
}

/// Puts into Constants what is constant in BB for a way that comes from From.
static void foldOnWay(BasicBlock *From, BasicBlock &BB,
                      DenseMap<Value *, Constant *> &Constants) {
  SmallVector<std::pair<Value *, Constant *>> OfPhis;
  for (PHINode &Phi : BB.phis())
    OfPhis.emplace_back(
        &Phi, valueOnWay(Phi.getIncomingValueForBlock(From), Constants));
  for (auto [Phi, C] : OfPhis)
    Constants[Phi] = C;
  for (Instruction &I : make_range(BB.getFirstNonPHIIt(), BB.end())) {
    Constants.erase(&I); // Of an earlier turn of a loop.
    if (!isa<CmpInst, CastInst, BinaryOperator, SelectInst>(I))
      continue;
    SmallVector<Constant *> Operands;
    for (Value *Op : I.operands())
      if (Constant *C = valueOnWay(Op, Constants))
        Operands.push_back(C);
    if (Operands.size() == I.getNumOperands())
      Constants[&I] =
          ConstantFoldInstOperands(&I, Operands, BB.getDataLayout());
  }
}

/// The successor of BB if constants alone decide the way; null otherwise.
static BasicBlock *onlyWayOn(BasicBlock &BB,
                             const DenseMap<Value *, Constant *> &Constants) {
  Instruction *T = BB.getTerminator();
  auto ConstantOf = [&](Value *V) {
    return dyn_cast_or_null<ConstantInt>(valueOnWay(V, Constants));
  };
  if (auto *Br = dyn_cast<BranchInst>(T); Br && Br->isConditional()) {
    const ConstantInt *C = ConstantOf(Br->getCondition());
    return C ? Br->getSuccessor(C->isZero() ? 1 : 0) : nullptr;
  }
  if (auto *Switch = dyn_cast<SwitchInst>(T)) {
    const ConstantInt *C = ConstantOf(Switch->getCondition());
    return C ? Switch->findCaseValue(C)->getCaseSuccessor() : nullptr;
  }
  return BB.getSingleSuccessor();
}

bool WaysToCalls::leadOn(BasicBlock *From, BasicBlock *To) const {
  constexpr unsigned MostBlocks = 32;
  DenseMap<Value *, Constant *> Constants;
  for (unsigned N = 0; N < MostBlocks && Leading.contains(To); ++N) {
    if (hasCall(*To))
      return true;
    foldOnWay(From, *To, Constants);
    From = To;
    To = onlyWayOn(*From, Constants);
    if (!To)
      return true; // A way from From leads on.
  }
  return Leading.contains(To);
}

BasicBlock *WaysToCalls::wayOn(const Instruction &Terminator) const {
  if (!isa<BranchInst, SwitchInst>(Terminator) ||
      Terminator.getNumSuccessors() < 2)
    return nullptr;
  auto [It, New] = Known.try_emplace(&Terminator);
  if (!New)
    return It->second;
  auto *BB = const_cast<BasicBlock *>(Terminator.getParent());
  SmallSetVector<BasicBlock *, 4> Next(succ_begin(BB), succ_end(BB));
  SmallVector<BasicBlock *> On;
  copy_if(Next, std::back_inserter(On),
          [&](BasicBlock *To) { return leadOn(BB, To); });
  if (On.size() == 1 && Next.size() > 1)
    It->second = On.front();
  return It->second;
}

} // namespace foreslice
