//===- StackArrays.cpp - local arrays of variable length ------------------===//
//
// See StackArrays.h.
//
//===----------------------------------------------------------------------===//

#include "copy/StackArrays.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace foreslice {

/// As malloc() aligns.
static constexpr uint64_t MostAligned = 16;

static bool isStackArray(const AllocaInst &A) {
  return !A.getAllocationSize(A.getDataLayout()) &&
         !A.getAllocatedType()->isScalableTy() &&
         A.getAlign().value() <= MostAligned &&
         A.getType()->getAddressSpace() == 0;
}

static Value *allocate(AllocaInst &A, FunctionCallee Malloc) {
  IRBuilder<> B(&A);
  Value *Count = B.CreateZExtOrTrunc(A.getArraySize(), B.getInt64Ty());
  const TypeSize Each =
      A.getDataLayout().getTypeAllocSize(A.getAllocatedType());
  CallInst *Memory = B.CreateCall(
      Malloc, B.CreateMul(Count, B.getInt64(Each.getFixedValue())));
  Memory->addRetAttr(Attribute::NoAlias);
  Memory->takeName(&A);
  for (User *U : make_early_inc_range(A.users()))
    if (auto *II = dyn_cast<IntrinsicInst>(U); II && II->isLifetimeStartOrEnd())
      II->eraseFromParent();
  A.replaceAllUsesWith(Memory);
  return Memory;
}

/// The places where A is freed, at most one on each way: the stack is restored
/// to the last point saved before A.
static SmallVector<IntrinsicInst *> endsOf(const AllocaInst &A,
                                           ArrayRef<IntrinsicInst *> Restores,
                                           const DominatorTree &DT) {
  const Instruction *Last = nullptr;
  SmallVector<IntrinsicInst *> Ends;
  for (IntrinsicInst *Restore : Restores) {
    auto *Save = dyn_cast<Instruction>(Restore->getArgOperand(0));
    if (!Save || !DT.dominates(Save, &A) || !DT.dominates(&A, Restore))
      continue;
    if (Last && Last != Save && DT.dominates(Save, Last))
      continue;
    if (Last != Save)
      Ends.clear();
    Last = Save;
    SmallPtrSet<BasicBlock *, 1> Again;
    Again.insert(const_cast<BasicBlock *>(A.getParent()));
    if (none_of(Ends, [&](IntrinsicInst *End) {
          return isPotentiallyReachable(End, Restore, &Again, &DT) ||
                 isPotentiallyReachable(Restore, End, &Again, &DT);
        }))
      Ends.push_back(Restore);
  }
  return Ends;
}

void allocateStackArrays(Function &F, ArrayRef<BasicBlock *> Blocks) {
  SmallVector<AllocaInst *> Arrays;
  SmallVector<IntrinsicInst *> Restores;
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB) {
      auto *A = dyn_cast<AllocaInst>(&I);
      auto *II = dyn_cast<IntrinsicInst>(&I);
      if (A && isStackArray(*A))
        Arrays.push_back(A);
      else if (II && II->getIntrinsicID() == Intrinsic::stackrestore)
        Restores.push_back(II);
    }
  if (Arrays.empty())
    return;
  Module &M = *F.getParent();
  Type *Pointer = PointerType::getUnqual(M.getContext());
  FunctionCallee Malloc = M.getOrInsertFunction(
      "malloc", Pointer, Type::getInt64Ty(M.getContext()));
  FunctionCallee Free =
      M.getOrInsertFunction("free", Type::getVoidTy(M.getContext()), Pointer);
  DominatorTree DT(F);
  for (AllocaInst *A : Arrays) {
    const SmallVector<IntrinsicInst *> Ends = endsOf(*A, Restores, DT);
    Value *Memory = allocate(*A, Malloc);
    for (IntrinsicInst *End : Ends)
      IRBuilder<>(End).CreateCall(Free, Memory);
    A->eraseFromParent();
  }
}

} // namespace foreslice
