//===- MemoryModel.cpp - which stores a load may see ----------------------===//
//
// See MemoryModel.h.
//
//===----------------------------------------------------------------------===//

#include "MemoryModel.h"
#include "IOModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace foreslice {

/// Lifetime markers, assumptions and the like write nothing that is read;
/// freed memory is not read any more.
static bool isHarmless(Instruction &I, const TargetLibraryInfo &TLI) {
  if (isMarker(I) || isa<FenceInst>(I))
    return true;
  if (auto *II = dyn_cast<IntrinsicInst>(&I))
    return II->isAssumeLikeIntrinsic() ||
           II->getIntrinsicID() == Intrinsic::stacksave ||
           II->getIntrinsicID() == Intrinsic::stackrestore;
  auto *CB = dyn_cast<CallBase>(&I);
  return CB && (getFreedOperand(CB, &TLI) || isAllocationFn(CB, &TLI));
}

MemoryModel::MemoryModel(WorkingCopy &Copy)
    : AA(Copy.analysisModule().analyses().getResult<AAManager>(
          Copy.function())) {
  auto &TLI = Copy.analysisModule().analyses().getResult<TargetLibraryAnalysis>(
      Copy.function());
  for (BasicBlock *BB : Copy.region())
    for (Instruction &I : *BB)
      if (I.mayWriteToMemory() && !isHarmless(I, TLI))
        Writers.push_back(&I);
}

SmallVector<Instruction *> MemoryModel::writersOf(const Value *Pointer,
                                                  LocationSize Size) {
  SmallVector<Instruction *> Result;
  copy_if(Writers, std::back_inserter(Result),
          [&](Instruction *I) { return mayWrite(*I, Pointer, Size); });
  return Result;
}

MemoryModel::ObjectId MemoryModel::objectOf(const Value *Root) {
  if (isa<IntToPtrInst>(Root))
    return AnyObject;
  ObjectId &Id = ByValue[Root];
  if (Id)
    return Id;
  auto *Load = dyn_cast<LoadInst>(Root);
  if (!Load)
    return Id = ++LastObject;
  // The same place holds the same pointer: `buf.data()` twice.
  const DataLayout &DL = Load->getModule()->getDataLayout();
  const Value *Address = Load->getPointerOperand();
  APInt Offset(DL.getIndexTypeSizeInBits(Address->getType()), 0);
  const Value *Base = Address->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  std::optional<int64_t> At;
  if (Base == getUnderlyingObject(Address, 0))
    At = Offset.getSExtValue();
  Id = ++LastObject; // Breaks cycles through loads in loops.
  ObjectId In = AnyObject;
  auto Roots = objects(Address);
  if (Roots.size() == 1)
    In = *Roots.begin();
  if (In == AnyObject)
    return ByValue[Root];
  auto [It, New] = ByPlace.try_emplace({In, At}, ByValue[Root]);
  return ByValue[Root] = It->second;
}

SmallSet<MemoryModel::ObjectId, 4> MemoryModel::objects(const Value *Pointer) {
  SmallVector<const Value *> Roots;
  getUnderlyingObjects(Pointer, Roots, nullptr, 0);
  SmallSet<ObjectId, 4> Result;
  for (const Value *Root : Roots)
    Result.insert(objectOf(Root));
  return Result;
}

bool MemoryModel::mayAlias(const Value *A, LocationSize SizeA, const Value *B,
                           LocationSize SizeB) {
  if (AA.alias(MemoryLocation(A, SizeA), MemoryLocation(B, SizeB)) ==
      AliasResult::NoAlias)
    return false;
  auto ObjectsA = objects(A), ObjectsB = objects(B);
  if (ObjectsA.contains(AnyObject) || ObjectsB.contains(AnyObject))
    return true;
  return any_of(ObjectsA, [&](ObjectId Id) { return ObjectsB.contains(Id); });
}

bool MemoryModel::callMayWrite(CallBase &CB, const Value *Pointer,
                               LocationSize Size) {
  // A function of another translation unit is taken to change what its
  // arguments lead to; what else it might change shows as a misprediction.
  const Function *Callee = CB.getCalledFunction();
  if (CB.onlyReadsMemory() || (Callee && !Callee->isDeclaration()))
    return isModSet(AA.getModRefInfo(&CB, MemoryLocation(Pointer, Size)));
  for (unsigned I = 0; I < CB.arg_size(); ++I) {
    Value *Arg = CB.getArgOperand(I);
    if (Arg->getType()->isPointerTy() && !CB.onlyReadsMemory(I) &&
        mayAlias(Arg, LocationSize::beforeOrAfterPointer(), Pointer, Size))
      return true;
  }
  return false;
}

bool MemoryModel::mayWrite(Instruction &I, const Value *Pointer,
                           LocationSize Size) {
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    MemoryLocation L = MemoryLocation::get(Store);
    return mayAlias(L.Ptr, L.Size, Pointer, Size);
  }
  if (auto *MI = dyn_cast<MemIntrinsic>(&I)) {
    MemoryLocation L = MemoryLocation::getForDest(MI);
    return mayAlias(L.Ptr, L.Size, Pointer, Size);
  }
  if (auto *CB = dyn_cast<CallBase>(&I))
    return callMayWrite(*CB, Pointer, Size);
  return isModSet(AA.getModRefInfo(&I, MemoryLocation(Pointer, Size)));
}

} // namespace foreslice
