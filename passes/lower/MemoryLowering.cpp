//===- MemoryLowering.cpp - loads and stores of a slice -------------------===//
//
// See MemoryLowering.h.
//
//===----------------------------------------------------------------------===//

#include "lower/MemoryLowering.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace foreslice {

//===----------------------------------------------------------------------===//
// Renaming
//===----------------------------------------------------------------------===//

/// The slice sees shared memory through the run time, with the slice's stores.
void MemoryLowering::renameAccess(Instruction &I) {
  IRBuilder<> B(&I);
  auto Bytes = [&](Type *T) {
    return B.getInt64(Slice.DL.getTypeStoreSize(T).getFixedValue());
  };
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (Slice.isOwn(Load->getPointerOperand()))
      return;
    AllocaInst *To = Slice.temporary(Load->getType());
    callAbi(B, Abi::foreslice_slice_load,
            {To, Load->getPointerOperand(), Bytes(Load->getType())});
    Load->replaceAllUsesWith(B.CreateLoad(Load->getType(), To));
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    if (Slice.isOwn(Store->getPointerOperand()))
      return;
    Value *V = Store->getValueOperand();
    AllocaInst *From = Slice.temporary(V->getType());
    B.CreateStore(V, From);
    callAbi(B, Abi::foreslice_slice_store,
            {Store->getPointerOperand(), From, Bytes(V->getType())});
  } else if (auto *MT = dyn_cast<MemTransferInst>(&I)) {
    if (Slice.isOwn(MT->getDest()) && Slice.isOwn(MT->getSource()))
      return;
    Value *Length = B.CreateZExtOrTrunc(MT->getLength(), B.getInt64Ty());
    if (Slice.isOwn(MT->getDest()))
      boundStore(I, MT->getDest(), Length);
    B.SetInsertPoint(&I);
    callAbi(B, Abi::foreslice_slice_copy,
            {MT->getDest(), MT->getSource(), Length});
  } else if (auto *MS = dyn_cast<MemSetInst>(&I)) {
    if (Slice.isOwn(MS->getDest()))
      return;
    callAbi(B, Abi::foreslice_slice_fill,
            {MS->getDest(), B.CreateZExt(MS->getValue(), B.getInt32Ty()),
             B.CreateZExtOrTrunc(MS->getLength(), B.getInt64Ty())});
  } else {
    return;
  }
  I.eraseFromParent();
}

void MemoryLowering::renameAccesses() {
  if (!Slice.Plan.Renames)
    return;
  SmallVector<Instruction *> Accesses;
  for (Instruction &I : instructions(*Slice.Result.Slice))
    if (isa<LoadInst>(I) || isa<StoreInst>(I) || isa<MemIntrinsic>(I))
      Accesses.push_back(&I);
  for (Instruction *I : Accesses)
    renameAccess(*I);
}

//===----------------------------------------------------------------------===//
// Harmlessness
//===----------------------------------------------------------------------===//

/// A store to a private object with a wrong index must not hit other memory: an
/// index out of bounds ends the slice.
void MemoryLowering::boundStore(Instruction &I, Value *Pointer, Value *Bytes) {
  Value *Base = getUnderlyingObject(Pointer, 0);
  IRBuilder<> B(&I);
  Value *Size = Slice.sizeOf(B, Base);
  if (auto *Constant = dyn_cast<ConstantInt>(Size)) {
    uint64_t N = Constant->getZExtValue();
    APInt Offset(Slice.DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
    auto *Const = dyn_cast<ConstantInt>(Bytes);
    if (Pointer->stripAndAccumulateConstantOffsets(Slice.DL, Offset, true) ==
            Base &&
        Const && Offset.isNonNegative() && Offset.ule(N) &&
        Const->getValue().ule(N - Offset.getZExtValue()))
      return;
  }
  Type *I64 = B.getInt64Ty();
  Value *Address =
      B.CreateSub(B.CreatePtrToInt(Pointer, I64), B.CreatePtrToInt(Base, I64));
  Value *Room = B.CreateSub(Size, Address);
  Value *Bad =
      B.CreateOr(B.CreateICmpUGT(Address, Size),
                 B.CreateICmpUGT(B.CreateZExtOrTrunc(Bytes, I64), Room));
  BasicBlock *Head = I.getParent();
  BasicBlock *Tail = SplitBlock(Head, I.getIterator());
  Head->getTerminator()->eraseFromParent();
  BranchInst::Create(Slice.Exit, Tail, Bad, Head);
}

void MemoryLowering::boundStores() {
  SmallVector<Instruction *> Stores;
  for (Instruction &I : instructions(*Slice.Result.Slice))
    if (isa<StoreInst>(I) || isa<MemIntrinsic>(I))
      Stores.push_back(&I);
  for (Instruction *I : Stores) {
    auto *I64 = Type::getInt64Ty(Slice.Ctx);
    if (auto *Store = dyn_cast<StoreInst>(I))
      boundStore(
          *I, Store->getPointerOperand(),
          ConstantInt::get(I64, Slice.DL.getTypeStoreSize(
                                    Store->getValueOperand()->getType())));
    else
      boundStore(*I, cast<MemIntrinsic>(I)->getDest(),
                 cast<MemIntrinsic>(I)->getLength());
  }
}

/// The main thread's memory may change during the slice, and pointers may be
/// wrong: nothing may be concluded from a load of shared memory.
void MemoryLowering::makeSharedLoadsVolatile() {
  for (Instruction &I : instructions(*Slice.Result.Slice)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load)
      continue;
    Load->setVolatile(!Slice.isOwn(Load->getPointerOperand()));
  }
}

} // namespace foreslice
