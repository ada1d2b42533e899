//===- SlicingMemory.cpp - how a slice gets at memory ---------------------===//
//
// The part of Slicer for objects: objects copied for the slice, objects read in
// place, and objects renamed. "Renaming" after J. Suneja's thesis, section 4.2.
//
//===----------------------------------------------------------------------===//

#include "model/Observers.h"
#include "model/PureCalls.h"
#include "slice/Slicing.h"

#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace foreslice {

void Slicer::needMemory(Value *Pointer, LocationSize Size, Instruction &Point,
                        Purpose P) {
  SaveAndRestore ByMemory(Kind, Dependence::Memory);
  const auto &[Writers, SeesLaunch] = Memory.sourcesOf(Pointer, Size, Point);
  if (Memory.isExhausted())
    return refuse(P, RemarkId::ManyWriters, Point,
                  {std::to_string(Memory.mostWork())});
  if (!Writers.empty() && SeesLaunch) {
    seed(Pointer, Size);
    seedNodes(Pointer);
  }
  for (Instruction *Writer : Writers) {
    auto *CB = dyn_cast<CallBase>(Writer);
    if (CB && Memory.mayWriteByBottom(*CB, Pointer))
      return refuse(P, RemarkId::Bottom, *CB, {calleeName(*CB)});
    const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
    if (CB && ((Call && Call->isTraced()) || isForwarded(*CB)) &&
        isUnknown(*CB, P))
      continue;
    if (Call && Call->isTraced()) {
      if (!needData(*CB, *Call, Pointer, Size, P))
        return;
      continue;
    }
    // Nobody uses a closed handle.
    if (Options.OpenAhead && Call && Call->Kind == IOKind::Close)
      continue;
    needInstruction(*Writer, P);
    if (CB && isForwarded(*CB))
      forwardMemory(*CB, Pointer, Size, P);
  }
}

/// The slice reads memory at Pointer in the buffer of access CB, and so has to
/// get the data. False, with a refusal, for memory of the status or the
/// request.
bool Slicer::needData(CallBase &CB, const IOCall &Call, const Value *Pointer,
                      LocationSize Size, Purpose P) {
  for (auto [R, What] : {std::pair(Role::Status, RemarkId::Status),
                         std::pair(Role::Request, RemarkId::Request)})
    if (Call.has(R) &&
        Memory.mayWriteThrough(CB, Call.position(R), Pointer, Size)) {
      refuse(P, What, CB, {Call.Name.str()});
      return false;
    }
  if (P.Exit)
    WaitingExits.insert(P.Exit);
  if (!Call.isRead())
    return true;
  // Only numbers have a type that is known here, or not before the slice runs.
  if (Call.has(Role::MemoryType))
    if (auto *Type = dyn_cast<ConstantInt>(Call.argument(CB, Role::MemoryType));
        Type && !Type->isNegative()) {
      refuse(P, RemarkId::MayChangeMemory, CB,
             {("the data of " + Call.Name).str()});
      return false;
    }
  Uses.DataUsers.insert({Visited, &CB});
  record(CB, {});
  if (!Plan.DataReads.insert(&CB).second)
    return true;
  for (Role R : {Role::MemoryType, Role::MemorySpace})
    if (Call.has(R))
      needValue(Call.argument(CB, R), {&CB, "the argument of"});
  for (unsigned I = 0; I < CB.arg_size(); ++I) {
    bool ByRunTime = Call.is(I, Role::Buffer) || Call.is(I, Role::Line) ||
                     Call.is(I, Role::LineSize);
    if (!ByRunTime && !(Call.has(Role::Format) && writtenBy(CB, I)))
      continue;
    Value *To = CB.getArgOperand(I);
    needValue(To, {&CB, "the buffer of"});
    visitStoreTo(To, CB, {&CB, "the buffer of"}, ByRunTime);
    if (auto W = writtenBy(CB, I); W && W->Keeps) {
      planLoad(To, CB, {&CB, "the buffer of"});
      needMemory(To, LocationSize::precise(W->Bytes), CB,
                 {&CB, "the buffer of"});
    }
  }
  return !Refused;
}

/// The slice sees renamed memory as of the region's begin, without later
/// changes by the main thread. Possible at a constant distance from a pointer
/// known to the launch.
void Slicer::seed(Value *Pointer, LocationSize Size) {
  if (!Size.isPrecise() || Size.isScalable())
    return;
  APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  Value *Base = Pointer->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  int Index = liveInIndex(Copy, Base);
  if (Index < 0)
    return;
  seedBehind(Index, Offset.getSExtValue(), Size.getValue());
  if (Memory.holdsHead(Base))
    Plan.NodeHeads.insert(Index);
}

/// Also preserves, as of launch, memory that pointers lead to on the way to
/// Pointer, such as the nodes of a container, where the region changes the
/// memory.
void Slicer::seedNodes(const Value *Pointer) {
  SmallPtrSet<const Value *, 8> Seen;
  SmallVector<const Value *> Worklist = {Pointer};
  while (!Worklist.empty())
    for (const Value *Root : Memory.roots(Worklist.pop_back_val())) {
      auto *Load = dyn_cast<LoadInst>(Root);
      if (!Load || !Seen.insert(Load).second)
        continue;
      APInt Offset(DL.getIndexTypeSizeInBits(Load->getPointerOperandType()), 0);
      const Value *Base =
          Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
              DL, Offset, /*AllowNonInbounds=*/true);
      int Index = liveInIndex(Copy, Base);
      if (Index < 0) {
        Worklist.push_back(Load->getPointerOperand());
        continue;
      }
      seedBehind(Index, Offset.getSExtValue(), DL.getPointerSize());
      Plan.NodeHeads.insert(Index);
    }
}

/// Seeds Size bytes at distance Begin from live-in Index.
void Slicer::seedBehind(unsigned Index, int64_t Begin, uint64_t Size) {
  int64_t End = Begin + static_cast<int64_t>(Size);
  auto [It, New] = Plan.Seeds.try_emplace(Index, Begin, End);
  if (New)
    return;
  Begin = std::min(Begin, It->second.first);
  End = std::max(End, It->second.second);
  if (End - Begin <= static_cast<int64_t>(MaxSeedBytes))
    It->second = {Begin, End};
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

/// Whether a copy at another address does as well.
bool Slicer::mayCopy(const Value *Object, uint64_t Size) {
  return Size != 0 && Size <= MaxSnapshotBytes && !Memory.isCompared(Object);
}

ObjectPlan *Slicer::planObject(Value *Object, Purpose P,
                               const Instruction &Point) {
  auto It = Plan.Objects.find(Object);
  if (It != Plan.Objects.end())
    return &It->second;
  ObjectPlan New{ObjectClass::Shared};
  if (auto *A = dyn_cast<AllocaInst>(Object)) {
    std::optional<TypeSize> Size = A->getAllocationSize(DL);
    bool Original = WorkingCopy::isOriginalAlloca(*A);
    if (Size && !Size->isScalable())
      New.Size = Size->getFixedValue();
    if (!New.Size && (!Original || InRegion.contains(A->getParent()))) {
      refuse(P, RemarkId::VariableLength, Point);
      return nullptr;
    }
    New.Class = !Original                   ? ObjectClass::Private
                : mayCopy(Object, New.Size) ? ObjectClass::Snapshot
                                            : ObjectClass::Shared;
    if (Original) {
      int Index = liveInIndex(Copy, A);
      if (Index < 0) {
        refuse(P, RemarkId::OnlyByPointer, Point);
        return nullptr;
      }
      if (Copy.sources()[Index].Empty && New.Size)
        New.Class = ObjectClass::Private;
      else
        Plan.LiveIns.insert(Index);
    }
  } else if (auto *GV = dyn_cast<GlobalVariable>(Object)) {
    if (GV->isThreadLocal()) {
      refuse(P, RemarkId::ThreadLocal, Point);
      return nullptr;
    }
    if (GV->getValueType()->isSized())
      New.Size = DL.getTypeAllocSize(GV->getValueType());
    // A variable of a body of the pass's own begins with zeros.
    if (!GV->isConstant() && !Copy.analysisModule().originalOf(GV))
      New.Class = ObjectClass::Private;
  } else {
    return nullptr;
  }
  return &(Plan.Objects[Object] = New);
}

/// True for memory of the slice only, and for constants. Valid once all objects
/// are planned.
bool Slicer::isOwnOrConstant(const Value *Root) const {
  if (auto *GV = dyn_cast<GlobalVariable>(Root); GV && GV->isConstant())
    return true;
  if (auto *I = dyn_cast<Instruction>(Root);
      I && isAllocation(*I) && InRegion.contains(I->getParent()))
    return true;
  auto It = Plan.Objects.find(const_cast<Value *>(Root));
  return It != Plan.Objects.end() && It->second.Class != ObjectClass::Shared;
}

void Slicer::planLoad(Value *Pointer, Instruction &I, Purpose P) {
  // A second load from known objects changes nothing.
  if (!Loaded.insert(getUnderlyingObject(Pointer, 0)).second)
    return;
  for (const Value *Root : Memory.roots(Pointer)) {
    if (isOwnOrConstant(Root))
      continue;
    ObjectPlan *Object = planObject(const_cast<Value *>(Root), P, I);
    if (!Object || Object->Class == ObjectClass::Shared)
      Plan.ReadsSharedMemory = true;
  }
}

/// The slice stores to private memory, or renames: then only the slice sees the
/// store. A store by the run time, or to one of several objects, goes by
/// address.
void Slicer::visitStoreTo(Value *Pointer, Instruction &I, Purpose P,
                          bool ByRunTime) {
  const Value *Base = getUnderlyingObject(Pointer, 0);
  if (!(ByRunTime ? StoredByRunTime : Stored).insert(Base).second)
    return;
  ArrayRef<const Value *> Roots = Memory.roots(Pointer);
  bool Certain = Roots.size() == 1 && Roots[0] == Base;
  for (const Value *Root : Roots) {
    if (auto *RI = dyn_cast<Instruction>(Root);
        RI && isAllocation(*RI) && InRegion.contains(RI->getParent()))
      continue;
    if (isa<AllocaInst>(Root) || isa<GlobalVariable>(Root)) {
      ObjectPlan *Object = planObject(const_cast<Value *>(Root), P, I);
      if (!Object)
        return;
      // Memory with pointers from memory has one version for all pointers.
      if (Object->Class != ObjectClass::Private)
        Object->Class = mayCopy(Root, Object->Size) && !Memory.isPointedTo(Root)
                            ? ObjectClass::Snapshot
                            : ObjectClass::Shared;
      if (Object->Class != ObjectClass::Shared) {
        Object->RunTimeWrites |= ByRunTime || !Certain;
        continue;
      }
    }
    Plan.Renames = true;
  }
  Plan.Renames |= !Certain;
  Plan.ReadsSharedMemory |= Plan.Renames;
}

/// Frees in the slice all memory freed by the region: a long loop would run out
/// of memory. True if the slice grew.
bool Slicer::needDeallocations() {
  bool Grew = false;
  for (BasicBlock *BB : Copy.region())
    for (Instruction &I : *BB) {
      auto *CB = dyn_cast<CallBase>(&I);
      Value *Freed = CB ? freedMemory(*CB) : nullptr;
      if (!Freed || Plan.Needed.contains(&I))
        continue;
      auto *Root = dyn_cast<Instruction>(getUnderlyingObject(Freed, 0));
      if (!Root || !isAllocation(*Root) || !Plan.Needed.contains(Root))
        continue;
      needInstruction(I, {nullptr, "what the slice frees"});
      Plan.Dependences.push_back({Dependence::Freed, &I, Root});
      Grew = true;
    }
  return Grew;
}

/// Library functions see the program's memory, not the slice's version, and so
/// get copies of text. In a program with a sanitizer, a library function would
/// end the program at memory guessed by the slice.
void Slicer::checkPureReads() {
  const bool Sanitized = isWatched(Copy.function());
  for (auto &[CB, Arg, P] : PureReads) {
    Value *Pointer = CB->getArgOperand(Arg);
    if (all_of(Memory.roots(Pointer),
               [&](const Value *R) { return isOwnOrConstant(R); }))
      continue;
    if (!Sanitized &&
        Memory.sourcesOf(Pointer, LocationSize::beforeOrAfterPointer(), *CB)
            .Writers.empty())
      continue;
    if (!readsTextOnly(*CB, Arg))
      return refuse(P, RemarkId::ChangingText, *CB, {calleeName(*CB)});
    auto &Args = Plan.RenamedTexts[CB];
    if (!is_contained(Args, Arg))
      Args.push_back(Arg);
  }
}

void Slicer::checkSizes() {
  uint64_t Snapshots = 0, Private = 0, Stack = 0;
  for (auto &[Object, How] : Plan.Objects) {
    if (How.Class == ObjectClass::Shared)
      continue;
    (How.Class == ObjectClass::Snapshot ? Snapshots : Private) += How.Size;
    if (How.onStack() && (Stack += How.Size) > MaxSnapshotsInAll)
      How.RunTimeWrites = true;
  }
  auto Check = [&](uint64_t Bytes, uint64_t Most) {
    if (Bytes > Most)
      refuse({}, RemarkId::PrivateCopies, *Copy.begin(),
             {std::to_string(Bytes), std::to_string(Most)});
  };
  Check(Snapshots, MaxSnapshotsInAll);
  Check(Private, MaxPrivateBytes);
}

} // namespace foreslice
