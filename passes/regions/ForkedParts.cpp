//===- ForkedParts.cpp - code reached by a forked child only --------------===//
//
// See ForkedParts.h.
//
//===----------------------------------------------------------------------===//

#include "regions/ForkedParts.h"
#include "model/LibraryCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace foreslice {

/// Fork's result, and loads of local variables that only hold the result.
static SmallSetVector<Value *, 4> processIds(CallBase &Fork) {
  SmallSetVector<Value *, 4> Ids;
  Ids.insert(&Fork);
  for (User *U : Fork.users()) {
    auto *Store = dyn_cast<StoreInst>(U);
    auto *Variable =
        Store ? dyn_cast<AllocaInst>(Store->getPointerOperand()) : nullptr;
    if (!Variable || !all_of(Variable->users(), [&](User *Of) {
          return Of == Store || isa<LoadInst, LifetimeIntrinsic>(Of);
        }))
      continue;
    for (User *Of : Variable->users())
      if (isa<LoadInst>(Of))
        Ids.insert(Of);
  }
  return Ids;
}

/// A way out of a block: the block and the number of the successor.
using Way = std::pair<const BasicBlock *, unsigned>;

static void addWaysOfZero(User &Use, Value &Id, DenseSet<Way> &Ways) {
  if (auto *Switch = dyn_cast<SwitchInst>(&Use)) {
    auto Case = Switch->findCaseValue(
        ConstantInt::get(cast<IntegerType>(Id.getType()), 0));
    if (Case != Switch->case_default())
      Ways.insert({Switch->getParent(), Case->getSuccessorIndex()});
    return;
  }
  CmpPredicate Predicate;
  if (!match(&Use, m_ICmp(Predicate, m_Specific(&Id), m_Zero())) ||
      !ICmpInst::isEquality(Predicate))
    return;
  for (User *U : Use.users())
    if (auto *Branch = dyn_cast<BranchInst>(U))
      Ways.insert(
          {Branch->getParent(), Predicate == ICmpInst::ICMP_EQ ? 0 : 1});
}

/// Blocks reached by the parent, without the ways in Ways.
static SetVector<const BasicBlock *> reached(const Function &F,
                                             const DenseSet<Way> &Ways) {
  SetVector<const BasicBlock *> Reached;
  Reached.insert(&F.getEntryBlock());
  for (size_t I = 0; I < Reached.size(); ++I) {
    const BasicBlock *BB = Reached[I];
    const Instruction *T = BB->getTerminator();
    for (unsigned S = 0; S < T->getNumSuccessors(); ++S)
      if (!Ways.contains({BB, S}))
        Reached.insert(T->getSuccessor(S));
  }
  return Reached;
}

DenseSet<const BasicBlock *> forkedParts(Module &M) {
  DenseSet<const BasicBlock *> Parts;
  for (Function &F : M) {
    DenseSet<Way> Ways;
    for (Instruction &I : instructions(F))
      if (auto *CB = dyn_cast<CallBase>(&I); CB && isFork(*CB))
        for (Value *Id : processIds(*CB))
          for (User *U : Id->users())
            addWaysOfZero(*U, *Id, Ways);
    if (Ways.empty())
      continue;
    SetVector<const BasicBlock *> OfParent = reached(F, Ways);
    for (const BasicBlock &BB : F)
      if (!OfParent.contains(&BB))
        Parts.insert(&BB);
  }
  return Parts;
}

} // namespace foreslice
