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
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
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

/// MPI writes what it delivers at its buffer and behind, and one handle.
static LocationSize writtenSize(CallBase &CB, unsigned Arg) {
  const IOCall *Call = lookupIOCall(CB);
  if (isWaitCall(CB) ? Arg == 0
                     : Call && (int(Arg) == Call->Request ||
                                int(Arg) == Call->handleOut()))
    return LocationSize::upperBound(CB.getDataLayout().getPointerSize());
  if (!Call || int(Arg) != Call->Buffer)
    return LocationSize::beforeOrAfterPointer();
  auto *Count = dyn_cast<ConstantInt>(CB.getArgOperand(Call->Count));
  uint64_t Element = predefinedTypeSize(CB.getArgOperand(Call->Datatype));
  return Count && Element && !Count->isNegative()
             ? LocationSize::upperBound(Count->getZExtValue() * Element)
             : LocationSize::afterPointer();
}

MemoryModel::MemoryModel(WorkingCopy &Copy)
    : Copy(Copy), AA(Copy.analysisModule().analyses().getResult<AAManager>(
                      Copy.function())),
      InRegion(Copy.region().begin(), Copy.region().end()) {
  auto &TLI = Copy.analysisModule().analyses().getResult<TargetLibraryAnalysis>(
      Copy.function());
  for (BasicBlock *BB : Copy.region())
    for (Instruction &I : *BB)
      if (I.mayWriteToMemory() && !isHarmless(I, TLI))
        Writers.push_back(&I);
  for (Instruction &I : instructions(Copy.function()))
    if (auto *CB = dyn_cast<CallBase>(&I))
      if (const Value *Object = addressedByMPI(*CB))
        AddressedByMPI.insert(Object);
  collectStoredPointers();
}

const MemoryModel::Sources &MemoryModel::sourcesOf(const Value *Pointer,
                                                   LocationSize Size,
                                                   const Instruction &At) {
  auto [It, New] = Found.try_emplace({Pointer, Size.toRaw(), &At});
  if (New)
    It->second = findSources(Pointer, Size, At);
  return It->second;
}

MemoryModel::Sources MemoryModel::findSources(const Value *Pointer,
                                              LocationSize Size,
                                              const Instruction &At) {
  SmallPtrSet<const Instruction *, 8> Possible, Walls, Seen;
  for (Instruction *I : Writers)
    if (mayWrite(*I, Pointer, Size)) {
      Possible.insert(I);
      if (overwrites(*I, Pointer, Size))
        Walls.insert(I);
    }
  Sources Result;
  Result.SeesLaunch = goBack(At, [&](const Instruction &I) {
    if (Possible.contains(&I))
      Seen.insert(&I);
    return !Walls.contains(&I);
  });
  copy_if(Writers, std::back_inserter(Result.Writers),
          [&](Instruction *I) { return Seen.contains(I); });
  return Result;
}

/// True if nothing that was at Pointer before is left when I is done. A read is
/// taken to fill its buffer.
bool MemoryModel::overwrites(Instruction &I, const Value *Pointer,
                             LocationSize Size) {
  const Value *To;
  LocationSize Written = LocationSize::afterPointer();
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    To = Store->getPointerOperand();
    Written = MemoryLocation::get(Store).Size;
  } else if (auto *MI = dyn_cast<MemIntrinsic>(&I)) {
    To = MI->getDest();
    Written = MemoryLocation::getForDest(MI).Size;
    if (!Written.isPrecise())
      return false;
  } else if (auto *CB = dyn_cast<CallBase>(&I)) {
    const IOCall *Call = lookupIOCall(*CB);
    if (!Call || !Call->isRead())
      return false;
    To = CB->getArgOperand(Call->Buffer);
    Written = writtenSize(*CB, Call->Buffer);
  } else {
    return false;
  }
  if (!Size.isPrecise())
    return false;
  const DataLayout &DL = I.getDataLayout();
  APInt OffsetTo(64, 0), OffsetFrom(64, 0);
  const Value *BaseTo =
      To->stripAndAccumulateConstantOffsets(DL, OffsetTo, true);
  const Value *BaseFrom =
      Pointer->stripAndAccumulateConstantOffsets(DL, OffsetFrom, true);
  if (BaseTo != BaseFrom || OffsetTo.sgt(OffsetFrom))
    return false;
  return !Written.hasValue() ||
         (OffsetFrom - OffsetTo).getZExtValue() + Size.getValue() <=
             Written.getValue();
}

/// Visits what comes before At in the region, nearest first, on each way as
/// long as Visit says. True if a way leads to the region's begin.
bool MemoryModel::goBack(const Instruction &At,
                         function_ref<bool(const Instruction &)> Visit) {
  const BasicBlock *Begin = Copy.begin()->getParent();
  bool ReachesBegin = false;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const Instruction *> Worklist;
  auto VisitAbove = [&](const Instruction *I, const BasicBlock &BB) {
    for (; I; I = I->getPrevNode())
      if (!Visit(*I))
        return;
    for (const BasicBlock *Pred : predecessors(&BB)) {
      ReachesBegin |= Pred == Begin;
      if (InRegion.contains(Pred) && Seen.insert(Pred).second)
        Worklist.push_back(Pred->getTerminator());
    }
  };
  VisitAbove(At.getPrevNode(), *At.getParent());
  while (!Worklist.empty()) {
    const Instruction *I = Worklist.pop_back_val();
    VisitAbove(I, *I->getParent());
  }
  return ReachesBegin;
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
  Id = ++LastObject; // Breaks cycles through loads in loops.
  ObjectId Same = objectAt(Load->getPointerOperand(), Id);
  return ByValue[Root] = Same;
}

/// The object of what is loaded at Address: the same place holds the same
/// pointer, as in `buf.data()` twice.
MemoryModel::ObjectId MemoryModel::objectAt(const Value *Address,
                                            ObjectId IfNew) {
  const DataLayout &DL = Copy.function().getDataLayout();
  APInt Offset(DL.getIndexTypeSizeInBits(Address->getType()), 0);
  const Value *Base = Address->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  std::optional<int64_t> At;
  if (Base == getUnderlyingObject(Address, 0))
    At = Offset.getSExtValue();
  auto In = ownObjects(Address);
  if (In.size() != 1 || In.contains(AnyObject))
    return IfNew;
  return ByPlace.try_emplace({*In.begin(), At}, IfNew).first->second;
}

/// True for an address of a variable or in what an argument leads to.
static bool isAddressOfVariable(const Value *V) {
  SmallVector<const Value *> Roots;
  getUnderlyingObjects(V, Roots, nullptr, 0);
  return any_of(Roots, [](const Value *R) {
    return isa<Argument>(R) || isa<AllocaInst>(R) || isa<GlobalValue>(R);
  });
}

/// A vector that is filled through its end and read from its begin: both hold
/// pointers to the same memory. Addresses of variables are left out: a tree
/// whose nodes lead back to its head would otherwise change all beside it.
void MemoryModel::collectStoredPointers() {
  for (Instruction *I : Writers)
    if (auto *Store = dyn_cast<StoreInst>(I);
        Store && Store->getValueOperand()->getType()->isPointerTy() &&
        !isAddressOfVariable(Store->getValueOperand())) {
      ObjectId Id = objectAt(Store->getPointerOperand(), ++LastObject);
      StoredPointers[Id].push_back(Store->getValueOperand());
    }
}

SmallSet<MemoryModel::ObjectId, 4>
MemoryModel::ownObjects(const Value *Pointer) {
  SmallVector<const Value *> Roots;
  getUnderlyingObjects(Pointer, Roots, nullptr, 0);
  SmallSet<ObjectId, 4> Result;
  for (const Value *Root : Roots)
    Result.insert(objectOf(Root));
  return Result;
}

const SmallSet<MemoryModel::ObjectId, 4> &
MemoryModel::objects(const Value *Pointer) {
  auto [It, New] = Objects.try_emplace(Pointer);
  SmallSet<ObjectId, 4> &Result = It->second;
  if (!New)
    return Result;
  SmallVector<const Value *> Worklist = {Pointer};
  while (!Worklist.empty())
    for (ObjectId Id : ownObjects(Worklist.pop_back_val()))
      if (Result.insert(Id).second)
        if (auto Stored = StoredPointers.find(Id);
            Stored != StoredPointers.end())
          append_range(Worklist, Stored->second);
  return Result;
}

bool MemoryModel::mayAlias(const Value *A, LocationSize SizeA, const Value *B,
                           LocationSize SizeB) {
  // First what costs less.
  const auto &ObjectsA = objects(A), &ObjectsB = objects(B);
  bool SameObject =
      ObjectsA.contains(AnyObject) || ObjectsB.contains(AnyObject) ||
      any_of(ObjectsA, [&](ObjectId Id) { return ObjectsB.contains(Id); });
  return SameObject &&
         AA.alias(MemoryLocation(A, SizeA), MemoryLocation(B, SizeB)) !=
             AliasResult::NoAlias;
}

bool MemoryModel::mayWriteThrough(CallBase &CB, unsigned Arg,
                                  const Value *Pointer, LocationSize Size) {
  Value *V = CB.getArgOperand(Arg);
  return V->getType()->isPointerTy() && !CB.onlyReadsMemory(Arg) &&
         mayAlias(V, writtenSize(CB, Arg), Pointer, Size);
}

bool MemoryModel::mayWriteByBottom(const CallBase &CB,
                                   const Value *Pointer) const {
  return deliversByBottom(CB) &&
         AddressedByMPI.contains(getUnderlyingObject(Pointer));
}

bool MemoryModel::callMayWrite(CallBase &CB, const Value *Pointer,
                               LocationSize Size) {
  if (mayWriteByBottom(CB, Pointer))
    return true;
  // A function of another translation unit is taken to change what its
  // arguments lead to; what else it might change shows as a misprediction.
  const Function *Callee = CB.getCalledFunction();
  if (const StringCall *Text = lookupStringCall(CB))
    return mayWriteThrough(CB, Text->To, Pointer, Size);
  if (CB.onlyReadsMemory() || (Callee && !Callee->isDeclaration()))
    return isModSet(AA.getModRefInfo(&CB, MemoryLocation(Pointer, Size)));
  for (unsigned I = 0; I < CB.arg_size(); ++I)
    if (mayWriteThrough(CB, I, Pointer, Size))
      return true;
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
