//===- MemoryModel.cpp - the stores that a load may see -------------------===//
//
// See MemoryModel.h.
//
//===----------------------------------------------------------------------===//

#include "slice/MemoryModel.h"
#include "model/IOModel.h"
#include "model/LibraryCalls.h"
#include "model/PureCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/SaveAndRestore.h"

#include <sys/stat.h>

using namespace llvm;

namespace foreslice {

/// Bytes written by CB behind argument Arg. MPI delivers at a buffer and
/// behind, and writes one handle.
static LocationSize writtenSize(CallBase &CB, unsigned Arg) {
  if (std::optional<WrittenArgument> W = writtenBy(CB, Arg))
    return W->IsText ? LocationSize::upperBound(W->Bytes)
                     : LocationSize::precise(W->Bytes);
  const IOCall *Call = lookupIOCall(CB);
  if (!Call)
    Call = lookupWait(CB);
  // Reads of the standard input are no accesses of files, but fill buffers.
  if (!Call && CB.getCalledFunction())
    Call = lookupIOFunction(*CB.getCalledFunction());
  if (Call && (Call->is(Arg, Role::Request) || Call->is(Arg, Role::Handle) ||
               Call->is(Arg, Role::Line) || Call->is(Arg, Role::LineSize)))
    return LocationSize::upperBound(CB.getDataLayout().getPointerSize());
  if (Call && Call->is(Arg, Role::FileStatus))
    return LocationSize::precise(sizeof(struct stat));
  if (Call && Call->is(Arg, Role::WideStatus))
    return LocationSize::precise(sizeof(struct statx));
  if (!Call || !Call->isAccess() || !Call->is(Arg, Role::Buffer) ||
      Call->isScattered(CB))
    return LocationSize::beforeOrAfterPointer();
  if (!Call->has(Role::Count))
    return LocationSize::afterPointer();
  auto *Count = dyn_cast<ConstantInt>(Call->argument(CB, Role::Count));
  uint64_t Element = 1;
  if (Call->has(Role::Datatype))
    Element = predefinedTypeSize(Call->argument(CB, Role::Datatype));
  else if (Call->has(Role::ItemSize)) {
    auto *Size = dyn_cast<ConstantInt>(Call->argument(CB, Role::ItemSize));
    Element = Size ? Size->getZExtValue() : 0;
  }
  return Count && Element && !Count->isNegative()
             ? LocationSize::upperBound(Count->getZExtValue() * Element)
             : LocationSize::afterPointer();
}

/// Most work for any region, and for each instruction of the region.
static constexpr uint64_t WorkOfAny = 1 << 18, WorkForEach = 64;

MemoryModel::MemoryModel(WorkingCopy &Copy, bool OnlySeen)
    : Copy(Copy), OnlySeen(OnlySeen),
      AA(Copy.analysisModule().analyses().getResult<AAManager>(
          Copy.function())),
      Writers(Copy,
              Copy.analysisModule().analyses().getResult<TargetLibraryAnalysis>(
                  Copy.function())),
      Nodes(Copy.function(), [this](const Value *P) { return roots(P); }),
      Offsets(
          Copy.analysisModule().analyses().getResult<ScalarEvolutionAnalysis>(
              Copy.function())) {
  for (Instruction &I : instructions(Copy.function()))
    if (auto *CB = dyn_cast<CallBase>(&I))
      if (const Value *Object = addressedByMPI(*CB))
        AddressedByMPI.insert(Object);
  MostWork = WorkOfAny;
  for (const BasicBlock *BB : Copy.region())
    MostWork += WorkForEach * BB->size();
  MostWork = std::min(MostWork, Copy.analysisModule().comparisonsLeft());
  collectStoredPointers();
  indexWriters();
}

MemoryModel::~MemoryModel() { Copy.analysisModule().work().Compared += work(); }

const MemoryModel::Sources &MemoryModel::sourcesOf(const Value *Pointer,
                                                   LocationSize Size,
                                                   const Instruction &Point) {
  auto [It, New] = Found.try_emplace({Pointer, Size.toRaw(), &Point});
  if (New && !isExhausted())
    It->second = findSources(Pointer, Size, Point);
  return It->second;
}

MemoryModel::Sources MemoryModel::findSources(const Value *Pointer,
                                              LocationSize Size,
                                              const Instruction &Point) {
  SmallVector<RegionWriters::Asked> Possible;
  for (unsigned Number : candidates(Pointer)) {
    Instruction &I = Writers.get(Number);
    ++Compared;
    if (beginsLifetime(I)) {
      ArrayRef<const Value *> Values = roots(Pointer);
      if (Values.size() == 1 && Values[0] == I.getOperand(0))
        Possible.push_back({Number, /*IsWall=*/true});
      continue;
    }
    if (mayWrite(I, Pointer, Size))
      Possible.push_back({Number, overwrites(I, Pointer, Size)});
  }
  Sources Result;
  Result.SeesLaunch = Writers.findBefore(Point, Possible);
  for (const RegionWriters::Asked &A : Possible)
    if (A.Precedes && !beginsLifetime(Writers.get(A.Number)))
      Result.Writers.push_back(&Writers.get(A.Number));
  return Result;
}

//===----------------------------------------------------------------------===//
// The writers of a place
//===----------------------------------------------------------------------===//

/// The only pointers that I writes through; none if unknown.
std::optional<SmallVector<const Value *, 2>>
MemoryModel::writtenPointers(Instruction &I) const {
  using Pointers = SmallVector<const Value *, 2>;
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return Pointers{Store->getPointerOperand()};
  if (auto *MI = dyn_cast<MemIntrinsic>(&I))
    return Pointers{MI->getDest()};
  auto *CB = dyn_cast<CallBase>(&I);
  if (!CB || deliversByBottom(*CB))
    return std::nullopt;
  if (const StringCall *Text = lookupStringCall(*CB))
    return Pointers{Text->to(*CB)};
  const Function *Callee = CB->getCalledFunction();
  // A function of the program changes variables handed over.
  bool IsOwn = Callee ? !Callee->isDeclaration() : OnlySeen;
  if (CB->onlyReadsMemory() || (IsOwn && !OnlySeen))
    return std::nullopt;
  Pointers Result;
  for (unsigned Arg = 0; Arg < CB->arg_size(); ++Arg) {
    const Value *V = CB->getArgOperand(Arg);
    if (V->getType()->isPointerTy() && !CB->onlyReadsMemory(Arg) &&
        (!IsOwn || isa<AllocaInst, GlobalVariable>(getUnderlyingObject(V, 0))))
      Result.push_back(V);
  }
  return Result;
}

void MemoryModel::indexWriters() {
  for (auto [Number, I] : enumerate(Writers.all())) {
    auto Pointers = writtenPointers(*I);
    ObjectSet To;
    if (Pointers)
      for (const Value *Pointer : *Pointers)
        for (ObjectId Id : objects(Pointer))
          To.insert(Id);
    if (!Pointers || To.contains(AnyObject)) {
      Anywhere.set(Number);
      continue;
    }
    Compared += To.size();
    for (ObjectId Id : To)
      ByObject[Id].set(Number);
  }
}

/// Writers that may write to an object of Pointer, in order.
const SmallVector<unsigned> &MemoryModel::candidates(const Value *Pointer) {
  auto [It, New] = Candidates.try_emplace(getUnderlyingObject(Pointer, 0));
  SmallVector<unsigned> &Result = It->second;
  if (!New)
    return Result;
  const ObjectSet &Objects = objects(Pointer);
  if (Objects.contains(AnyObject) && !OnlySeen) {
    append_range(Result, seq<unsigned>(0, Writers.all().size()));
    return Result;
  }
  SparseBitVector<> All;
  if (!OnlySeen)
    All = Anywhere;
  auto Add = [&](ObjectId Id) {
    if (auto Found = ByObject.find(Id); Found != ByObject.end())
      All |= Found->second;
  };
  for (ObjectId Id : Objects) {
    Add(Id);
    if (auto Own = OwnText.find(Id); Own != OwnText.end())
      Add(Own->second);
  }
  for (unsigned Number : All)
    Result.push_back(Number);
  return Result;
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

ArrayRef<const Value *> MemoryModel::roots(const Value *Pointer) {
  const Value *Base = getUnderlyingObject(Pointer, 0);
  auto [It, New] = Roots.try_emplace(Base);
  if (New) {
    SmallVector<const Value *> All = {Base};
    if (!isExhausted()) {
      All.clear();
      getUnderlyingObjects(Base, All, nullptr, 0);
    }
    It->second.assign(All.begin(), All.end());
    Compared += All.size();
  }
  return It->second;
}

MemoryModel::ObjectId MemoryModel::objectOf(const Value *Root) {
  if (isa<IntToPtrInst>(Root))
    return AnyObject;
  if (const Value *Leader = Nodes.leaderOf(Root)) {
    ObjectId &Id = ByValue[Leader];
    return Id = Id ? Id : ++LastObject;
  }
  ObjectId &Id = ByValue[Root];
  if (Id)
    return Id;
  auto *Load = dyn_cast<LoadInst>(Root);
  if (!Load)
    return Id = ++LastObject;
  Id = ++LastObject; // Breaks cycles through loads in loops.
  if (Depth == MaxLoads)
    return Id;
  SaveAndRestore Deeper(Depth, Depth + 1);
  ObjectId Same = objectAt(Load->getPointerOperand(), Id);
  return ByValue[Root] = Same;
}

/// The object of a pointer loaded at Address: one place holds one pointer, as
/// in `buf.data()` twice.
MemoryModel::ObjectId MemoryModel::objectAt(const Value *Address,
                                            ObjectId IfNew) {
  const DataLayout &DL = Copy.function().getDataLayout();
  APInt Offset(DL.getIndexTypeSizeInBits(Address->getType()), 0);
  const Value *Base = Address->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  std::optional<int64_t> Position;
  if (Base == getUnderlyingObject(Address, 0))
    Position = Offset.getSExtValue();
  auto Objects = ownObjects(Address);
  if (Objects.size() != 1 || Objects.contains(AnyObject))
    return IfNew;
  return ByPlace.try_emplace({*Objects.begin(), Position}, IfNew).first->second;
}

/// True for addresses in variables and in memory of arguments.
static bool isAddressOfVariable(ArrayRef<const Value *> Roots) {
  return any_of(Roots, [](const Value *R) {
    return isa<Argument>(R) || isa<AllocaInst>(R) || isa<GlobalValue>(R);
  });
}

/// A vector is filled through the end pointer and read from the begin pointer:
/// both hold pointers to one memory. Addresses of variables are left out: a
/// tree with nodes that lead back to the head would otherwise change all beside
/// the head.
void MemoryModel::collectStoredPointers() {
  for (Instruction *I : Writers.all())
    if (auto *Store = dyn_cast<StoreInst>(I);
        Store && Store->getValueOperand()->getType()->isPointerTy() &&
        !isAddressOfVariable(roots(Store->getValueOperand()))) {
      ObjectId Id = objectAt(Store->getPointerOperand(), ++LastObject);
      StoredPointers[Id].push_back(Store->getValueOperand());
    } else if (Store && Store->getValueOperand()->getType()->isPointerTy()) {
      noteOwnText(*Store);
    }
  for (const BasicBlock *BB : Copy.region())
    for (const Instruction &I : *BB)
      if (auto *Compare = dyn_cast<ICmpInst>(&I))
        noteSameObject(*Compare);
}

/// A std::string with a short text leads into the string object. The object's
/// memory may be written without the pointer, as when a text is moved.
void MemoryModel::noteOwnText(const StoreInst &Store) {
  Place Text = placeOf(Store.getValueOperand()),
        Pointer = placeOf(Store.getPointerOperand());
  if (Text.Base == Pointer.Base && Text.Offset > Pointer.Offset)
    OwnText[objectAt(Store.getPointerOperand(), ++LastObject)] =
        objectOf(getUnderlyingObject(Text.Base, 0));
}

/// A queue is empty once the begin equals the end: pointers in two fields,
/// compared by the loop, lead to one memory.
void MemoryModel::noteSameObject(const ICmpInst &Compare) {
  auto *A = dyn_cast<LoadInst>(Compare.getOperand(0));
  auto *B = dyn_cast<LoadInst>(Compare.getOperand(1));
  if (!A || !B || !A->getType()->isPointerTy() || !Compare.isEquality() ||
      placeOf(A->getPointerOperand()).Base !=
          placeOf(B->getPointerOperand()).Base)
    return;
  StoredPointers[objectOf(A)].push_back(B);
  StoredPointers[objectOf(B)].push_back(A);
}

/// Null and undefined pointers lead to no object.
MemoryModel::ObjectSet MemoryModel::ownObjects(const Value *Pointer) {
  ObjectSet Result;
  for (const Value *Root : roots(Pointer))
    if (!isa<UndefValue, ConstantPointerNull>(Root))
      Result.insert(objectOf(Root));
  return Result;
}

const MemoryModel::ObjectSet &MemoryModel::objects(const Value *Pointer) {
  auto [It, New] = Objects.try_emplace(getUnderlyingObject(Pointer, 0));
  ObjectSet &Result = It->second;
  if (!New)
    return Result;
  if (isExhausted()) {
    Result.insert(AnyObject);
    return Result;
  }
  SmallVector<const Value *> Worklist = {Pointer};
  while (!Worklist.empty())
    for (ObjectId Id : ownObjects(Worklist.pop_back_val()))
      if (Result.insert(Id).second)
        if (auto Stored = StoredPointers.find(Id);
            Stored != StoredPointers.end())
          append_range(Worklist, Stored->second);
  Compared += Result.size();
  return Result;
}

//===----------------------------------------------------------------------===//
// Whether a writer writes somewhere
//===----------------------------------------------------------------------===//

MemoryModel::Place MemoryModel::placeOf(const Value *Pointer) {
  auto [It, New] = Places.try_emplace(Pointer);
  if (New) {
    const DataLayout &DL = Copy.function().getDataLayout();
    APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
    const Value *Base = Pointer->stripAndAccumulateConstantOffsets(
        DL, Offset, /*AllowNonInbounds=*/true);
    It->second = {Base, Offset.getSExtValue()};
  }
  return It->second;
}

BatchAAResults &MemoryModel::alias() {
  constexpr unsigned Most = 1 << 14;
  if (AskedAlias++ % Most == 0)
    Alias.emplace(AA);
  return *Alias;
}

/// Whether A cannot lead to InB, at a constant distance from a variable.
bool MemoryModel::areApart(const Value *A, LocationSize SizeA, Place InB,
                           LocationSize SizeB) {
  return SizeA.hasValue() && SizeB.hasValue() && !SizeA.isScalable() &&
         !SizeB.isScalable() && isIdentifiedObject(InB.Base) &&
         !isa<CallBase>(InB.Base) && getUnderlyingObject(A) == InB.Base &&
         Offsets.areApart(A, SizeA.getValue(), InB.Base, InB.Offset,
                          SizeB.getValue());
}

/// For pointers into a common object.
bool MemoryModel::mayOverlap(const Value *A, LocationSize SizeA, const Value *B,
                             LocationSize SizeB) {
  Place InA = placeOf(A), InB = placeOf(B);
  // Alias analysis gives the same answer, but slower.
  if (InA.Base == InB.Base && SizeA.hasValue() && SizeB.hasValue() &&
      !SizeA.isScalable() && !SizeB.isScalable())
    return InA.Offset < InB.Offset
               ? uint64_t(InB.Offset - InA.Offset) < SizeA.getValue()
               : uint64_t(InA.Offset - InB.Offset) < SizeB.getValue();
  auto RootsOf = [this](const Value *P) { return roots(P); };
  return !Nodes.isBesideHead(A, SizeA, B, RootsOf) &&
         !Nodes.isBesideHead(B, SizeB, A, RootsOf) &&
         alias().alias(MemoryLocation(A, SizeA), MemoryLocation(B, SizeB)) !=
             AliasResult::NoAlias &&
         !areApart(A, SizeA, InB, SizeB) && !areApart(B, SizeB, InA, SizeA);
}

bool MemoryModel::mayAlias(const Value *A, LocationSize SizeA, const Value *B,
                           LocationSize SizeB) {
  const ObjectSet &ObjectsA = objects(A), &ObjectsB = objects(B);
  bool SameObject =
      ObjectsA.contains(AnyObject) || ObjectsB.contains(AnyObject) ||
      any_of(ObjectsA, [&](ObjectId Id) { return ObjectsB.contains(Id); });
  return SameObject && mayOverlap(A, SizeA, B, SizeB);
}

/// The array inside an object that Address leads into, by the types of the
/// source; none for an array that may stand for a longer one.
static std::optional<MemoryLocation> arrayAround(const Value *Address,
                                                 const DataLayout &DL) {
  constexpr uint64_t LeastBytes = 16;
  while (auto *GEP = dyn_cast<GEPOperator>(Address)) {
    const Value *Array = GEP->getPointerOperand();
    Type *T = GEP->getSourceElementType();
    if (T->isStructTy() && GEP->getResultElementType()->isArrayTy()) {
      Array = GEP;
      T = GEP->getResultElementType();
    }
    if (T->isArrayTy() && isa<GEPOperator>(Array)) {
      uint64_t Bytes = DL.getTypeAllocSize(T);
      if (Bytes >= LeastBytes)
        return MemoryLocation(Array, LocationSize::upperBound(Bytes));
      return std::nullopt;
    }
    Address = Array;
  }
  return std::nullopt;
}

/// A read of any length into an array of an object stays within the array.
bool MemoryModel::mayWriteThrough(CallBase &CB, unsigned Arg,
                                  const Value *Pointer, LocationSize Size) {
  Value *V = CB.getArgOperand(Arg);
  if (!V->getType()->isPointerTy() || CB.onlyReadsMemory(Arg))
    return false;
  LocationSize Written = writtenSize(CB, Arg);
  std::optional<MemoryLocation> Array = Written == LocationSize::afterPointer()
                                            ? arrayAround(V, CB.getDataLayout())
                                            : std::nullopt;
  return Array ? mayAlias(Array->Ptr, Array->Size, Pointer, Size)
               : mayAlias(V, Written, Pointer, Size);
}

bool MemoryModel::mayWriteByBottom(const CallBase &CB,
                                   const Value *Pointer) const {
  return deliversByBottom(CB) &&
         AddressedByMPI.contains(getUnderlyingObject(Pointer));
}

static bool isArgument(const Value *V, unsigned Number) {
  auto *Given = dyn_cast<Argument>(V);
  return Given && Given->getArgNo() == Number;
}

/// True for main's argv, and for a variable with argv, maybe changed by
/// MPI_Init.
static bool isArgv(const Value *V) {
  constexpr unsigned Argv = 1;
  auto *Load = dyn_cast<LoadInst>(V);
  auto *Variable =
      Load ? dyn_cast<AllocaInst>(Load->getPointerOperand()) : nullptr;
  auto LeavesArgv = [&](const User *U) {
    if (auto *Store = dyn_cast<StoreInst>(U))
      return isArgument(Store->getValueOperand(), Argv);
    auto *CB = dyn_cast<CallBase>(U);
    auto *II = dyn_cast<IntrinsicInst>(U);
    const Function *Callee = CB ? CB->getCalledFunction() : nullptr;
    return isa<LoadInst>(U) || (II && II->isAssumeLikeIntrinsic()) ||
           (CB && isMarker(*CB)) || (Callee && changesMPI(*Callee));
  };
  return isArgument(V, Argv) ||
         (Variable && all_of(Variable->users(), LeavesArgv));
}

/// True for main's argv, and for pointers loaded from argv.
bool MemoryModel::isOfArguments(const Value *Pointer) {
  if (!Copy.isOfMain() || !Pointer->getType()->isPointerTy())
    return false;
  return all_of(roots(Pointer), [&](const Value *Root) {
    auto *Load = dyn_cast<LoadInst>(Root);
    return isArgv(Root) ||
           (Load && isArgv(getUnderlyingObject(Load->getPointerOperand())));
  });
}

bool MemoryModel::callMayWrite(CallBase &CB, const Value *Pointer,
                               LocationSize Size) {
  if (mayWriteByBottom(CB, Pointer))
    return true;
  // A function of another translation unit is assumed to change the memory
  // behind arguments; other changes show as a misprediction.
  const Function *Callee = CB.getCalledFunction();
  if (const StringCall *Text = lookupStringCall(CB))
    return mayWriteThrough(CB, Text->To, Pointer, Size);
  if (onlyPrints(CB))
    return false;
  bool InSight = Callee && !Callee->isDeclaration();
  if (CB.onlyReadsMemory() || InSight)
    return (!InSight || mayReach(CB, Pointer)) &&
           isModSet(alias().getModRefInfo(&CB, MemoryLocation(Pointer, Size)));
  // Programs hand argv to many functions, and few write to argv.
  for (unsigned I = 0; I < CB.arg_size(); ++I)
    if (!isOfArguments(CB.getArgOperand(I)) &&
        mayWriteThrough(CB, I, Pointer, Size))
      return true;
  return false;
}

/// I is a candidate of Pointer.
bool MemoryModel::mayWrite(Instruction &I, const Value *Pointer,
                           LocationSize Size) {
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return mayOverlap(Store->getPointerOperand(),
                      MemoryLocation::get(Store).Size, Pointer, Size);
  if (auto *MI = dyn_cast<MemIntrinsic>(&I)) {
    MemoryLocation L = MemoryLocation::getForDest(MI);
    return mayOverlap(L.Ptr, L.Size, Pointer, Size);
  }
  if (auto *CB = dyn_cast<CallBase>(&I))
    return callMayWrite(*CB, Pointer, Size);
  return isModSet(alias().getModRefInfo(&I, MemoryLocation(Pointer, Size)));
}

/// The argument whose memory CB overwrites in full, if any.
static std::optional<unsigned> overwrittenArgument(const CallBase &CB) {
  if (const IOCall *Call = lookupIOCall(CB)) {
    std::optional<Role> To = Call->Kind == IOKind::Read &&
                                     !Call->isScattered(CB) &&
                                     !Call->has(Role::Lower)
                                 ? std::optional(Role::Buffer)
                                 : Call->statusRole();
    return To && Call->has(*To) ? std::optional<unsigned>(Call->position(*To))
                                : std::nullopt;
  }
  auto All = computationOf(CB);
  return All && All->size() == 1 && !All->front().Keeps && !All->front().IsText
             ? std::optional(All->front().Arg)
             : std::nullopt;
}

/// True if I overwrites all bytes at Pointer. A read is assumed to fill the
/// buffer.
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
    std::optional<unsigned> Arg = overwrittenArgument(*CB);
    if (!Arg)
      return false;
    To = CB->getArgOperand(*Arg);
    Written = writtenSize(*CB, *Arg);
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

} // namespace foreslice
