//===- Observers.cpp - code that only watches the program -----------------===//
//
// See Observers.h.
//
//===----------------------------------------------------------------------===//

#include "model/Observers.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace foreslice {

/// True for an intrinsic that tells a tool about a variable or a place in the
/// code.
static bool isDebugAid(const Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && (Call->getIntrinsicID() == Intrinsic::pseudoprobe ||
                  Call->getIntrinsicID() == Intrinsic::fake_use ||
                  Call->getIntrinsicID() == Intrinsic::var_annotation ||
                  Call->getIntrinsicID() == Intrinsic::ptr_annotation ||
                  Call->getIntrinsicID() == Intrinsic::annotation);
}

bool isObserver(const Instruction &I) {
  if (isDebugAid(I) || isa<InstrProfInstBase>(I))
    return true;
  auto *Call = dyn_cast<CallInst>(&I);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  return F && F->isDeclaration() && F->getReturnType()->isVoidTy() &&
         F->getName().starts_with("__ubsan_handle_") && !Call->doesNotReturn();
}

bool isWatched(const Function &F) {
  static constexpr Attribute::AttrKind Sanitizers[] = {
      Attribute::SanitizeAddress,
      Attribute::SanitizeHWAddress,
      Attribute::SanitizeMemory,
      Attribute::SanitizeMemTag,
      Attribute::SanitizeNumericalStability,
      Attribute::SanitizeRealtime,
      Attribute::SanitizeThread,
      Attribute::SanitizeType};
  return any_of(Sanitizers,
                [&](auto Kind) { return F.hasFnAttribute(Kind); }) ||
         F.hasFnAttribute("xray-instruction-threshold") ||
         F.hasFnAttribute("instrument-function-entry") ||
         F.hasFnAttribute("instrument-function-entry-inlined");
}

/// The untracked record in place of Assign; null if another record stands for
/// Assign.
static DbgVariableRecord *
untracked(const DbgVariableRecord &Assign,
          DenseSet<std::pair<Value *, DILocalVariable *>> &Declared) {
  DILocalVariable *Variable = Assign.getVariable();
  DIExpression *Expression = Assign.getExpression();
  const DILocation *Loc = Assign.getDebugLoc().get();
  if (auto *Place = dyn_cast_or_null<AllocaInst>(Assign.getAddress()))
    return Declared.insert({Place, Variable}).second
               ? DbgVariableRecord::createDVRDeclare(Place, Variable,
                                                     Expression, Loc)
               : nullptr;
  Value *Assigned = Assign.getVariableLocationOp(0);
  return Assigned ? DbgVariableRecord::createDbgVariableRecord(
                        Assigned, Variable, Expression, Loc)
                  : nullptr;
}

static void untrackAssignments(Function &F) {
  DenseSet<std::pair<Value *, DILocalVariable *>> Declared;
  for (Instruction &I : instructions(F)) {
    I.setMetadata(LLVMContext::MD_DIAssignID, nullptr);
    for (DbgVariableRecord &Record :
         make_early_inc_range(filterDbgVars(I.getDbgRecordRange()))) {
      if (!Record.isDbgAssign())
        continue;
      if (DbgVariableRecord *Plain = untracked(Record, Declared))
        Plain->insertBefore(&Record);
      Record.eraseFromParent();
    }
  }
}

static void drop(Function &F, bool (*Which)(const Instruction &)) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (Which(I)) {
      // An annotation returns the annotated value.
      if (!I.getType()->isVoidTy())
        I.replaceAllUsesWith(I.getOperand(0));
      I.eraseFromParent();
    }
}

static bool isFakeUse(const Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->getIntrinsicID() == Intrinsic::fake_use;
}

/// The last value that block Before, in front of a switch on Slot, stores to
/// Slot; null if Before does more than go to the switch, or the value is
/// unknown.
static ConstantInt *leftIn(const AllocaInst &Slot, BasicBlock &Before) {
  if (!Before.getSingleSuccessor())
    return nullptr;
  for (Instruction &I : reverse(Before))
    if (auto *Store = dyn_cast<StoreInst>(&I);
        Store && Store->getPointerOperand() == &Slot)
      return dyn_cast<ConstantInt>(Store->getValueOperand());
  return nullptr;
}

/// The ways out of a variable's scope meet at the uses that keep the variable
/// alive, and part again. Without the uses, each way goes straight on. True if
/// any way changed.
static bool straightenWays(Function &F) {
  bool Changed = false;
  for (BasicBlock &BB : F) {
    auto *Load = dyn_cast<LoadInst>(&BB.front());
    auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator());
    auto *Slot =
        Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
    if (!Switch || !Slot || Switch->getCondition() != Load ||
        Load->getNextNode() != Switch || !isAllocaPromotable(Slot))
      continue;
    SmallVector<BasicBlock *> Ways(predecessors(&BB));
    for (BasicBlock *Way : Ways) {
      ConstantInt *Where = leftIn(*Slot, *Way);
      BasicBlock *Next =
          Where ? Switch->findCaseValue(Where)->getCaseSuccessor() : nullptr;
      if (!Next || Next == &BB || isa<PHINode>(Next->front()))
        continue;
      Way->getTerminator()->setSuccessor(0, Next);
      Changed = true;
    }
  }
  return Changed;
}

void dropDebugAids(Module &Copy) {
  for (Function &F : Copy) {
    untrackAssignments(F);
    SmallVector<WeakTrackingVH> Used;
    for (Instruction &I : instructions(F))
      if (isFakeUse(I))
        Used.emplace_back(I.getOperand(0));
    drop(F, isDebugAid);
    if (Used.empty())
      continue;
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(Used);
    while (straightenWays(F))
      ;
  }
}

void dropObservers(Module &Copy) {
  for (Function &F : Copy)
    drop(F, isObserver);
}

bool dropOverflowChecks(Function &F) {
  auto IsResult = [](const User *U) {
    auto *Part = dyn_cast<ExtractValueInst>(U);
    return Part && (Part->getIndices() == ArrayRef(0u) || Part->use_empty());
  };
  SmallVector<WithOverflowInst *> Unchecked;
  for (Instruction &I : instructions(F))
    if (auto *Op = dyn_cast<WithOverflowInst>(&I))
      if (all_of(Op->users(), IsResult))
        Unchecked.push_back(Op);
  for (WithOverflowInst *Op : Unchecked) {
    auto *Plain =
        BinaryOperator::Create(Op->getBinaryOp(), Op->getLHS(), Op->getRHS(),
                               Op->getName(), Op->getIterator());
    Plain->setDebugLoc(Op->getDebugLoc());
    for (User *U : make_early_inc_range(Op->users())) {
      if (!U->use_empty())
        U->replaceAllUsesWith(Plain);
      cast<Instruction>(U)->eraseFromParent();
    }
    Op->eraseFromParent();
  }
  return !Unchecked.empty();
}

} // namespace foreslice
