//===- Slicing.cpp - what belongs to a slice ------------------------------===//
//
// See Slicing.h. M. Weiser, "Program Slicing", IEEE TSE 10(4), 1984; control
// dependence after Ferrante, Ottenstein and Warren, TOPLAS 9(3), 1987.
//
//===----------------------------------------------------------------------===//

#include "Slicing.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/MemoryBuiltins.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace foreslice {

Slicer::Slicer(WorkingCopy &Copy)
    : Copy(Copy), DL(Copy.function().getParent()->getDataLayout()),
      Memory(Copy), PDT(Copy.function()),
      InRegion(Copy.region().begin(), Copy.region().end()) {}

void Slicer::refuse(Purpose P, const Twine &Why, const Instruction &At) {
  if (Refused)
    return;
  Refused = true;
  Reason.Why = P.IO
                   ? (Twine(P.Role) + " " + calleeName(*P.IO) + " " + Why).str()
                   : Why.str();
  Reason.Where = At.getDebugLoc();
}

std::optional<SlicePlan> Slicer::run() {
  computeControlDependence();
  findCriteria();
  while (!Worklist.empty() && !Refused) {
    auto [I, P] = Worklist.pop_back_val();
    visit(*I, P);
  }
  if (!Refused)
    checkSizes();
  if (Refused)
    return std::nullopt;
  measure();
  return std::move(Plan);
}

void Slicer::findCriteria() {
  for (BasicBlock *BB : Copy.region())
    for (Instruction &I : *BB) {
      auto *CB = dyn_cast<CallBase>(&I);
      const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
      if (!Call)
        continue;
      if (Call->isRead())
        Plan.Reads.push_back(CB);
      if (Call->Kind == IOKind::SetView)
        refuse({}, "the file's view is changed in the loop by " + Call->Name,
               I);
      if (Call->Kind == IOKind::MovesPointer)
        refuse({},
               "the individual file pointer is moved in the loop by " +
                   Call->Name +
                   ", which slices do not follow; use explicit offsets",
               I);
      if (Call->isTraced())
        needInstruction(I, {CB, "the execution of"});
    }
  Plan.Size.Reads = Plan.Reads.size();
  if (Plan.Reads.empty())
    refuse({},
           Copy.isOverBudget()
               ? "the functions that it calls are too large to look into"
               : "none of its reads can be reached",
           *Copy.begin());
}

void Slicer::computeControlDependence() {
  for (BasicBlock *A : Copy.region()) {
    auto *NodeA = PDT.getNode(A);
    if (!NodeA || A->getTerminator()->getNumSuccessors() < 2)
      continue;
    for (BasicBlock *S : successors(A)) {
      for (auto *N = PDT.getNode(S); N && N != NodeA->getIDom();
           N = N->getIDom()) {
        if (!N->getBlock() || !InRegion.contains(N->getBlock()))
          continue;
        auto &Deps = ControlDependences[N->getBlock()];
        if (!is_contained(Deps, A->getTerminator()))
          Deps.push_back(A->getTerminator());
      }
    }
  }
}

int Slicer::liveInIndex(const WorkingCopy &Copy, const Value *V) {
  CallInst *Begin = Copy.begin();
  for (unsigned I = 0; I < Begin->arg_size(); ++I)
    if (Begin->getArgOperand(I) == V)
      return I;
  return -1;
}

bool Slicer::isAllocation(const Instruction &I) {
  auto *CB = dyn_cast<CallBase>(&I);
  const Function *F = CB ? CB->getCalledFunction() : nullptr;
  if (!F)
    return false;
  StringRef Name = F->getName();
  return Name == "malloc" || Name == "calloc" || Name == "_Znwm" ||
         Name == "_Znam";
}

void Slicer::needInstruction(Instruction &I, Purpose P) {
  if (Plan.Needed.insert(&I).second)
    Worklist.emplace_back(&I, P);
}

void Slicer::needExecution(BasicBlock &BB, Purpose P) {
  if (!Executed.insert(&BB).second)
    return;
  for (Instruction *T : ControlDependences.lookup(&BB))
    needInstruction(*T, {P.IO, "the execution of"});
}

void Slicer::needValue(Value *V, Purpose P) {
  if (auto *C = dyn_cast<Constant>(V)) {
    auto *GV = dyn_cast<GlobalVariable>(getUnderlyingObject(C, 0));
    if (GV && GV->isThreadLocal() && P.IO)
      refuse(P, "depends on a thread-local variable", *P.IO);
    return;
  }
  if (isa<Argument>(V)) {
    int Index = liveInIndex(Copy, V);
    if (Index < 0)
      refuse(P, "depends on an argument that cannot be handed over", *P.IO);
    else
      Plan.LiveIns.insert(Index);
    return;
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return; // Metadata, inline assembly as a callee.
  if (InRegion.contains(I->getParent()))
    needInstruction(*I, P);
  else
    needOutside(*I, P);
}

/// I is computed before the region: the launch hands it over, or the slice
/// repeats it from values that the launch hands over.
void Slicer::needOutside(Instruction &I, Purpose P) {
  if (isa<AllocaInst>(I)) {
    planObject(&I, P, I);
    return;
  }
  int Index = liveInIndex(Copy, &I);
  if (Index >= 0) {
    Plan.LiveIns.insert(Index);
    return;
  }
  if (!Plan.Prologue.insert(&I))
    return;
  auto *Load = dyn_cast<LoadInst>(&I);
  if (isa<PHINode>(I) || isa<CallBase>(I) || (Load && !Load->isSimple()) ||
      (!Load && I.mayReadOrWriteMemory())) {
    refuse(P,
           "depends on a value from before the loop that cannot be handed "
           "over; keep it in a variable",
           I);
    return;
  }
  if (Load)
    planLoad(Load->getPointerOperand(), I, P);
  for (Value *Op : I.operands())
    needValue(Op, P);
}

void Slicer::needMemory(Value *Pointer, LocationSize Size, Purpose P) {
  for (Instruction *Writer : Memory.writersOf(Pointer, Size)) {
    auto *CB = dyn_cast<CallBase>(Writer);
    const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
    if (Call && Call->isTraced())
      return refuse(
          P, "depends on data that " + Call->Name + " reads in the same loop",
          *CB);
    needInstruction(*Writer, P);
  }
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

ObjectPlan *Slicer::planObject(Value *Object, Purpose P,
                               const Instruction &At) {
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
      refuse(P, "depends on a local array of variable length", At);
      return nullptr;
    }
    New.Class = !Original ? ObjectClass::Private
                : New.Size && New.Size <= MaxSnapshotBytes
                    ? ObjectClass::Snapshot
                    : ObjectClass::Shared;
    if (Original) {
      int Index = liveInIndex(Copy, A);
      if (Index < 0) {
        refuse(P,
               "depends on a local variable that the loop reaches only "
               "through a pointer",
               At);
        return nullptr;
      }
      if (Copy.sources()[Index].ScopedToLoop && New.Size)
        New.Class = ObjectClass::Private;
      else
        Plan.LiveIns.insert(Index);
    }
  } else if (auto *GV = dyn_cast<GlobalVariable>(Object)) {
    if (GV->isThreadLocal()) {
      refuse(P, "depends on a thread-local variable", At);
      return nullptr;
    }
    if (GV->getValueType()->isSized())
      New.Size = DL.getTypeAllocSize(GV->getValueType());
  } else {
    return nullptr;
  }
  return &(Plan.Objects[Object] = New);
}

void Slicer::planLoad(Value *Pointer, Instruction &I, Purpose P) {
  SmallVector<const Value *> Roots;
  getUnderlyingObjects(Pointer, Roots, nullptr, 0);
  for (const Value *Root : Roots) {
    auto *GV = dyn_cast<GlobalVariable>(Root);
    if (GV && GV->isConstant())
      continue;
    if (isa<Instruction>(Root) && isAllocation(*cast<Instruction>(Root)) &&
        InRegion.contains(cast<Instruction>(Root)->getParent()))
      continue;
    ObjectPlan *Object = planObject(const_cast<Value *>(Root), P, I);
    if (!Object || Object->Class == ObjectClass::Shared)
      Plan.ReadsSharedMemory = true;
  }
}

/// The slice may store to memory of its own only.
void Slicer::visitStoreTo(Value *Pointer, Instruction &I, Purpose P) {
  Value *Root = getUnderlyingObject(Pointer, 0);
  if (auto *RI = dyn_cast<Instruction>(Root);
      RI && isAllocation(*RI) && InRegion.contains(RI->getParent()))
    return;
  if (isa<AllocaInst>(Root) || isa<GlobalVariable>(Root)) {
    ObjectPlan *Object = planObject(Root, P, I);
    if (!Object)
      return;
    Object->Stored = true;
    if (Object->Class == ObjectClass::Shared)
      Object->Class = ObjectClass::Snapshot;
    if (Object->Size && Object->Size <= MaxSnapshotBytes)
      return;
  }
  refuse(P,
         "depends on memory that the loop changes and that the slice cannot "
         "keep a copy of; keep it in a local variable",
         I);
}

void Slicer::checkSizes() {
  uint64_t Bytes = 0;
  for (auto &[Object, How] : Plan.Objects)
    if (How.Class != ObjectClass::Shared)
      Bytes += How.Size;
  if (Bytes > MaxPrivateBytes)
    refuse({},
           "its slice would need private copies of " + Twine(Bytes) +
               " bytes, more than the " + Twine(MaxPrivateBytes) + " allowed",
           *Copy.begin());
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void Slicer::visit(Instruction &I, Purpose P) {
  needExecution(*I.getParent(), P);
  if (auto *CB = dyn_cast<CallBase>(&I))
    return visitCall(*CB, P);
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    for (BasicBlock *In : Phi->blocks())
      if (InRegion.contains(In))
        needExecution(*In, P);
  } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (!Load->isSimple())
      return refuse(P, "depends on a volatile or atomic variable", I);
    planLoad(Load->getPointerOperand(), I, P);
    needMemory(Load->getPointerOperand(), MemoryLocation::get(Load).Size, P);
  } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
    if (!Store->isSimple())
      return refuse(P, "depends on a volatile or atomic variable", I);
    visitStoreTo(Store->getPointerOperand(), I, P);
  } else if (auto *A = dyn_cast<AllocaInst>(&I)) {
    planObject(A, P, I);
  } else if (I.mayReadOrWriteMemory()) {
    return refuse(P, "depends on an atomic operation", I);
  }
  for (Value *Op : I.operands())
    needValue(Op, P);
}

void Slicer::visitIOCall(CallBase &CB, const IOCall &Call, Purpose P) {
  auto Need = [&](int Arg, const char *Role) {
    if (Arg >= 0)
      needValue(CB.getArgOperand(Arg), {&CB, Role});
  };
  if (Call.Kind == IOKind::Seek) {
    needValue(CB.getArgOperand(0), {&CB, "the file of"});
    needValue(CB.getArgOperand(1), {&CB, "the offset of"});
    needValue(CB.getArgOperand(2), {&CB, "the argument of"});
    return;
  }
  if (Call.isQuery()) {
    needValue(CB.getArgOperand(Call.QueryIn), P);
    needValue(CB.getArgOperand(Call.QueryOut), P);
    return visitStoreTo(CB.getArgOperand(Call.QueryOut), CB, P);
  }
  switch (Call.Kind) {
  case IOKind::Open:
  case IOKind::Close:
    return refuse(P, "depends on a file that is opened or closed in the loop",
                  CB);
  case IOKind::GetCount:
    return refuse(
        P,
        "depends on how much an earlier access transferred, and which "
        "access that was is not clear",
        CB);
  default:
    break;
  }
  Need(Call.File, "the file of");
  Need(Call.Offset, "the offset of");
  Need(Call.Count, "the count of");
  Need(Call.Datatype, "the datatype of");
}

/// A call that computes a value from its arguments and from memory, writing
/// nothing (but errno, which is the prefetch thread's own).
static bool isPureCall(const CallBase &CB) {
  MemoryEffects Effects = CB.getMemoryEffects();
  for (IRMemLocation Loc : {IRMemLocation::ArgMem, IRMemLocation::Other,
                            IRMemLocation::InaccessibleMem})
    if (isModSet(Effects.getModRef(Loc)))
      return false;
  return CB.doesNotThrow() || !CB.getCalledFunction()->isDeclaration();
}

void Slicer::visitCall(CallBase &CB, Purpose P) {
  if (const IOCall *Call = lookupIOCall(CB))
    return visitIOCall(CB, *Call, P);
  if (auto *MI = dyn_cast<MemIntrinsic>(&CB)) {
    if (MI->isVolatile())
      return refuse(P, "depends on a volatile variable", CB);
    visitStoreTo(MI->getDest(), CB, P);
    needValue(MI->getDest(), P);
    needValue(MI->getLength(), P);
    if (auto *MT = dyn_cast<MemTransferInst>(MI)) {
      planLoad(MT->getSource(), CB, P);
      needMemory(MT->getSource(), MemoryLocation::getForSource(MT).Size, P);
      needValue(MT->getSource(), P);
    } else {
      needValue(cast<MemSetInst>(MI)->getValue(), P);
    }
    return;
  }
  const Function *Callee = CB.getCalledFunction();
  if (isa<InlineAsm>(CB.getCalledOperand()))
    return refuse(P, "depends on inline assembly", CB);
  if (StringRef Why = unknownValueReason(CB); !Why.empty())
    return refuse(P,
                  "depends on " + Why + " (" + calleeName(CB) +
                      "), which a slice cannot compute",
                  CB);
  if (!Callee)
    return refuse(P, "depends on a call through a function pointer", CB);
  if (Callee->getIntrinsicID() == Intrinsic::threadlocal_address)
    return refuse(P, "depends on a thread-local variable", CB);
  if (!isAllocation(CB)) {
    if (!isPureCall(CB))
      return refuse(P,
                    "depends on " + calleeName(CB) +
                        ", which may change memory; move the call before the "
                        "loop, or the value into a local variable",
                    CB);
    for (Value *Arg : CB.args())
      if (Arg->getType()->isPointerTy() && !CB.doesNotAccessMemory()) {
        planLoad(Arg, CB, P);
        needMemory(Arg, LocationSize::beforeOrAfterPointer(), P);
      }
  }
  for (Value *Arg : CB.args())
    needValue(Arg, P);
}

void Slicer::measure() {
  for (BasicBlock *BB : Copy.region())
    for (Instruction &I : *BB) {
      auto *II = dyn_cast<IntrinsicInst>(&I);
      if (isMarker(I) || (II && II->isAssumeLikeIntrinsic()))
        continue;
      ++Plan.Size.Region;
      Plan.Size.Kept += Plan.Needed.contains(&I);
    }
}

} // namespace foreslice
