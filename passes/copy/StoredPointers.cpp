//===- StoredPointers.cpp - pointers in local structures ------------------===//
//
// See StoredPointers.h.
//
//===----------------------------------------------------------------------===//

#include "copy/StoredPointers.h"
#include "copy/AnalysisModule.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace foreslice {

namespace {

/// The loads and stores of one local variable, by offset in the variable.
class VariableAccesses {
public:
  /// False if the variable may be reached in another way.
  bool collect(AllocaInst &A);

  SmallVector<std::pair<LoadInst *, int64_t>> Loads;
  SmallVector<std::pair<StoreInst *, int64_t>> Stores;

private:
  bool addUse(Use &U, int64_t Offset);
  SmallVector<std::pair<Value *, int64_t>> Worklist;
};

} // namespace

bool VariableAccesses::addUse(Use &U, int64_t Offset) {
  auto *I = dyn_cast<Instruction>(U.getUser());
  if (auto *Load = dyn_cast_or_null<LoadInst>(I)) {
    Loads.emplace_back(Load, Offset);
    return true;
  }
  if (auto *Store = dyn_cast_or_null<StoreInst>(I)) {
    Stores.emplace_back(Store, Offset);
    return U.getOperandNo() == StoreInst::getPointerOperandIndex();
  }
  if (auto *GEP = dyn_cast_or_null<GetElementPtrInst>(I)) {
    const DataLayout &DL = GEP->getDataLayout();
    APInt Sum(DL.getIndexTypeSizeInBits(GEP->getType()), Offset, true);
    if (!GEP->accumulateConstantOffset(DL, Sum))
      return false;
    Worklist.emplace_back(GEP, Sum.getSExtValue());
    return true;
  }
  if (auto *II = dyn_cast_or_null<IntrinsicInst>(I);
      II && II->isLifetimeStartOrEnd())
    return true;
  if (auto *CB = dyn_cast_or_null<CallBase>(I)) {
    if (isMarker(*CB))
      return true;
    return CB->isArgOperand(&U) &&
           CB->onlyReadsMemory(CB->getArgOperandNo(&U)) &&
           CB->doesNotCapture(CB->getArgOperandNo(&U));
  }
  return false;
}

bool VariableAccesses::collect(AllocaInst &A) {
  Worklist.emplace_back(&A, 0);
  while (!Worklist.empty()) {
    auto [V, Offset] = Worklist.pop_back_val();
    for (Use &U : V->uses())
      if (!addUse(U, Offset))
        return false;
  }
  return true;
}

/// The pointer loaded by Load, if equal at each execution.
static Value *pointerThatReaches(LoadInst &Load, int64_t Position,
                                 const VariableAccesses &Accesses,
                                 DominatorTree &DT) {
  const DataLayout &DL = Load.getDataLayout();
  int64_t Size = DL.getTypeStoreSize(Load.getType());
  StoreInst *Only = nullptr;
  for (auto [Store, To] : Accesses.Stores) {
    Type *T = Store->getValueOperand()->getType();
    int64_t Bytes = DL.getTypeStoreSize(T);
    if (To >= Position + Size || Position >= To + Bytes ||
        !isPotentiallyReachable(Store, &Load, nullptr, &DT))
      continue;
    if (Only || To != Position || T != Load.getType())
      return nullptr;
    Only = Store;
  }
  if (!Only || !DT.dominates(Only, &Load))
    return nullptr;
  Value *V = Only->getValueOperand();
  return isa<AllocaInst>(V) || isa<Argument>(V) || isa<Constant>(V) ? V
                                                                    : nullptr;
}

bool forwardStoredPointers(Function &F) {
  DominatorTree DT(F);
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    auto *A = dyn_cast<AllocaInst>(&I);
    VariableAccesses Accesses;
    if (!A || !Accesses.collect(*A))
      continue;
    for (auto [Load, At] : Accesses.Loads) {
      if (!Load->getType()->isPointerTy() || !Load->isSimple())
        continue;
      if (Value *V = pointerThatReaches(*Load, At, Accesses, DT)) {
        Load->replaceAllUsesWith(V);
        Changed = true;
      }
    }
  }
  return Changed;
}

} // namespace foreslice
