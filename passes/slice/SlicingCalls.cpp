//===- SlicingCalls.cpp - calls in a slice --------------------------------===//
//
// The part of Slicer for calls: calls answered by the run time, calls made by
// the slice, and calls forwarded, with results known to the main thread only.
//
//===----------------------------------------------------------------------===//

#include "model/FortranNames.h"
#include "model/Observers.h"
#include "model/PureCalls.h"
#include "model/RandomDraws.h"
#include "slice/Slicing.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace foreslice {

bool Slicer::isAllocation(const Instruction &I) {
  auto *CB = dyn_cast<CallBase>(&I);
  return CB && lookupAllocation(*CB);
}

/// How remarks call the arguments that a call of the run time takes over.
static constexpr std::pair<Role, const char *> TracedRoles[] = {
    {Role::File, "the file of"},
    {Role::Offset, "the offset of"},
    {Role::Count, "the count of"},
    {Role::ItemSize, "the size of"},
    {Role::Delimiter, "the delimiter of"},
    {Role::Datatype, "the datatype of"},
    {Role::Whence, "the argument of"},
    {Role::Displacement, "the displacement of"},
    {Role::Etype, "the elementary datatype of"},
    {Role::Filetype, "the filetype of"},
    {Role::Directory, "the folder of"},
    {Role::Target, "the descriptor of"},
    {Role::Flags, "the flags of"},
    {Role::Mask, "the mask of"},
    {Role::Address, "the address of"}};

/// Whether the slice supports the view: data lie as in the file.
static bool isNativeView(const CallBase &CB, const IOCall &Call) {
  StringRef Representation;
  return getConstantStringInfo(Call.argument(CB, Role::Representation),
                               Representation) &&
         Representation == "native";
}

void Slicer::visitIOCall(CallBase &CB, const IOCall &Call, Purpose P) {
  if (Call.isQuery()) {
    needValue(Call.argument(CB, Role::Object), P);
    if (Call.has(Role::Size))
      needValue(Call.argument(CB, Role::Size), P);
    needValue(Call.answer(CB), P);
    return visitStoreTo(Call.answer(CB), CB, P);
  }
  if (Call.isOpen() && Options.OpenAhead)
    visitOpenAhead(CB, Call, P);
  bool Tells = Call.isTraced() || Call.isMainThreadOnly() ||
               Call.Kind == IOKind::GetPosition || Call.Kind == IOKind::AtEnd;
  if (Tells && isUnknown(CB, P))
    return;
  if (Call.isMap()) {
    Plan.OpensAhead.insert(&CB);
    for (Role R : {Role::File, Role::Offset, Role::Size})
      needValue(Call.argument(CB, R), {&CB, "the arguments of"});
  }
  if (Call.isMainThreadOnly())
    return visitForwarded(CB, P);
  if (Call.statusRole())
    visitStatus(CB, Call, P);
  if (Call.Kind == IOKind::SetView && !isNativeView(CB, Call))
    return refuse({&CB, "the data representation of"}, RemarkId::Representation,
                  CB);
  if (Call.isStep())
    return visitStep(CB, Call);
  for (auto [R, What] : TracedRoles)
    if (Call.has(R))
      needValue(Call.argument(CB, R), {&CB, What});
  if (Call.has(Role::Name)) {
    needValue(Call.argument(CB, Role::Name), {&CB, "the file name of"});
    needString(CB, Call.position(Role::Name), {&CB, "the file name of"});
  }
}

/// A step of a library body in the working copy. Data go where the slice wants.
void Slicer::visitStep(CallBase &CB, const IOCall &Call) {
  for (unsigned Arg = 0; Arg < CB.arg_size(); ++Arg)
    if (!Call.isForData(Arg))
      needValue(CB.getArgOperand(Arg), {&CB, "the argument of"});
  if (Call.has(Role::Name))
    needString(CB, Call.position(Role::Name), {&CB, "the file name of"});
  if (!Call.has(Role::File) || Call.isOpen())
    return;
  // The slice goes on with the file as of launch.
  if (auto File = Call.Family.fileAtLaunch(CB, Call, Copy))
    Plan.FilesAtLaunch[&Call.Family].insert(*File);
}

/// The slice asks about files, by descriptor or by name.
void Slicer::visitStatus(CallBase &CB, const IOCall &Call, Purpose P) {
  Value *To = Call.argument(CB, *Call.statusRole());
  needValue(To, P);
  visitStoreTo(To, CB, P, /*ByRunTime=*/true);
}

/// A call that computes a value from arguments and memory, without notice by
/// others. The call writes nothing but errno, private to the prefetch thread,
/// and the arguments listed in the table of library functions.
static bool isPureCall(const CallBase &CB) {
  if (computationOf(CB) || isPureAssembly(CB))
    return true;
  MemoryEffects Effects = CB.getMemoryEffects();
  for (IRMemLocation Loc : {IRMemLocation::ArgMem, IRMemLocation::Other,
                            IRMemLocation::InaccessibleMem})
    if (isModSet(Effects.getModRef(Loc)))
      return false;
  const Function *F = CB.getCalledFunction();
  return F && (F->isDeclaration() ? CB.doesNotThrow() : !isWatched(*F));
}

/// A call before the region that the slice can repeat with the same result:
/// memory does not matter.
bool Slicer::isRepeatable(const CallBase &CB) {
  MemoryEffects OnMemory =
      CB.getMemoryEffects().getWithoutLoc(IRMemLocation::ErrnoMem);
  return CB.getCalledFunction() && isPureCall(CB) &&
         OnMemory.doesNotAccessMemory();
}

void Slicer::visitCall(CallBase &CB, Purpose P) {
  if (const IOCall *Call = lookupIOCall(CB))
    return visitIOCall(CB, *Call, P);
  if (auto *MI = dyn_cast<MemIntrinsic>(&CB)) {
    if (MI->isVolatile())
      return refuse(P, RemarkId::Volatile, CB);
    visitStoreTo(MI->getDest(), CB, P);
    needValue(MI->getDest(), P);
    needValue(MI->getLength(), P);
    if (auto *MT = dyn_cast<MemTransferInst>(MI)) {
      planLoad(MT->getSource(), CB, P);
      needMemory(MT->getSource(), MemoryLocation::getForSource(MT).Size, CB, P);
      needValue(MT->getSource(), P);
    } else {
      needValue(cast<MemSetInst>(MI)->getValue(), P);
    }
    return;
  }
  const Function *Callee = CB.getCalledFunction();
  if (isPureAssembly(CB)) {
    for (Value *Arg : CB.args())
      needValue(Arg, P);
    return;
  }
  if (CB.isInlineAsm())
    return refuse(P, RemarkId::Assembly, CB);
  if (!Callee)
    return isUnknown(CB, P) ? void() : refuse(P, RemarkId::CallByPointer, CB);
  if (Callee->getIntrinsicID() == Intrinsic::threadlocal_address)
    return refuse(P, RemarkId::ThreadLocal, CB);
  if (Value *Memory = freedMemory(CB))
    return needValue(Memory, P);
  if (isMadeString(CB))
    return visitString(CB, *lookupStringCall(CB), P);
  if (isOwnDraw(CB)) {
    Plan.Draws.insert(&CB);
    for (Value *Arg : CB.args())
      needValue(Arg, P);
    return;
  }
  if (isForwarded(CB))
    return isUnknown(CB, P) ? void() : visitForwarded(CB, P);
  if (!isAllocation(CB) && !isPureCall(CB))
    return refuse(P, RemarkId::ChangesMemory, CB, {calleeName(CB)});
  if (!isAllocation(CB) && !CB.doesNotAccessMemory())
    visitPointers(CB, P);
  for (Value *Arg : CB.args())
    needValue(Arg, P);
}

/// Visits memory read and written through arguments of a call without other
/// effects.
void Slicer::visitPointers(CallBase &CB, Purpose P) {
  for (unsigned I = 0; I < CB.arg_size(); ++I) {
    Value *Pointer = CB.getArgOperand(I);
    if (!Pointer->getType()->isPointerTy() || isa<ConstantPointerNull>(Pointer))
      continue;
    if (std::optional<WrittenArgument> W = writtenBy(CB, I)) {
      visitStoreTo(Pointer, CB, P);
      if (W->Keeps) {
        planLoad(Pointer, CB, P);
        needMemory(Pointer, LocationSize::precise(W->Bytes), CB, P);
      }
    } else {
      needString(CB, I, P);
      PureReads.emplace_back(&CB, I, P);
    }
  }
}

/// Needs the text behind argument Arg of CB, of any length.
void Slicer::needString(CallBase &CB, unsigned Arg, Purpose P) {
  Value *Pointer = CB.getArgOperand(Arg);
  planLoad(Pointer, CB, P);
  needMemory(Pointer, LocationSize::beforeOrAfterPointer(), CB, P);
}

/// A call that writes text, made by the slice: into memory of the slice, or,
/// except for appended text, into the slice's version of other memory.
bool Slicer::isMadeString(const CallBase &CB) const {
  const StringCall *Call = lookupStringCall(CB);
  if (!Call)
    return false;
  const Value *To = getUnderlyingObject(Call->to(CB), 0);
  if (isa<AllocaInst>(To) || isa<GlobalVariable>(To)) {
    uint64_t Size = roomBehind(To);
    return Size > 0 && Size <= MaxSnapshotBytes;
  }
  auto *I = dyn_cast<Instruction>(To);
  bool IsOwn = I && isAllocation(*I) && InRegion.contains(I->getParent());
  return IsOwn || Call->How != StringHow::Append;
}

void Slicer::visitString(CallBase &CB, const StringCall &Call, Purpose P) {
  visitStoreTo(Call.to(CB), CB, P);
  for (unsigned I = 0; I < CB.arg_size(); ++I) {
    needValue(CB.getArgOperand(I), P);
    bool OnlyWritten = int(I) == Call.To && Call.How != StringHow::Append;
    if (!CB.getArgOperand(I)->getType()->isPointerTy() || OnlyWritten)
      continue;
    needString(CB, I, P);
    PureReads.emplace_back(&CB, I, P);
  }
}

void Slicer::visitOpenAhead(CallBase &Open, const IOCall &Call, Purpose P) {
  Plan.OpensAhead.insert(&Open);
  if (!Call.has(Role::Name))
    return; // The name is another step's.
  needValue(Call.argument(Open, Role::Name), {&Open, "the file name of"});
  needString(Open, Call.position(Role::Name), {&Open, "the file name of"});
  if (Call.has(Role::StreamMode)) {
    needValue(Call.argument(Open, Role::StreamMode), {&Open, "the mode of"});
    needString(Open, Call.position(Role::StreamMode), {&Open, "the mode of"});
  } else {
    needValue(Call.argument(Open, Role::Mode), {&Open, "the mode of"});
    if (Call.has(Role::Directory))
      needValue(Call.argument(Open, Role::Directory), {&Open, "the folder of"});
  }
}

bool Slicer::isOwnDraw(const CallBase &CB) const {
  return Options.OwnDraws && (drawnBy(CB) || seededBy(CB));
}

/// A drawn number depends on all draws before. True if the slice grew.
bool Slicer::needDraws() {
  if (Plan.Draws.empty())
    return false;
  bool Grew = false;
  for (BasicBlock *BB : Copy.region())
    for (Instruction &I : *BB) {
      auto *CB = dyn_cast<CallBase>(&I);
      if (!CB || !isOwnDraw(*CB) || Plan.Needed.contains(CB))
        continue;
      needInstruction(*CB, {nullptr, "the next random number"});
      Grew = true;
    }
  return Grew;
}

/// Adds calls that decide the meaning of descriptors, or where folders are
/// read. True if the slice grew.
bool Slicer::needHiddenEffects() {
  bool Grew = false;
  for (BasicBlock *BB : Copy.region())
    for (Instruction &I : *BB) {
      auto *CB = dyn_cast<CallBase>(&I);
      const IOCall *Call = CB ? lookupIOCall(*CB) : nullptr;
      if (!Call || !Call->hasHiddenEffect() || Plan.Needed.contains(CB))
        continue;
      auto *Base = dyn_cast<CallBase>(Call->argument(*CB, Role::File));
      if (Base && opensToWrite(*Base))
        continue;
      needInstruction(*CB, {CB, "the execution of"});
      Grew = true;
    }
  return Grew;
}

//===----------------------------------------------------------------------===//
// Forwarding
//===----------------------------------------------------------------------===//

/// True for calls that the slice cannot make: of functions that change more
/// than the result, or with results that differ each time.
bool Slicer::isForwarded(const CallBase &CB) const {
  if (const IOCall *Call = lookupIOCall(CB))
    return Call->isMainThreadOnly();
  return !isa<IntrinsicInst>(CB) && !isAllocation(CB) && !isMadeString(CB) &&
         !isOwnDraw(CB) &&
         (!isPureCall(CB) || !unknownValueReason(CB).empty() ||
          (looksAtFiles(CB) && regionChangesFiles()));
}

bool Slicer::regionChangesFiles() const {
  if (!ChangesFiles)
    ChangesFiles = any_of(Copy.region(), [](BasicBlock *BB) {
      return any_of(*BB, [](Instruction &I) {
        auto *CB = dyn_cast<CallBase>(&I);
        return CB && changesFiles(*CB);
      });
    });
  return *ChangesFiles;
}

void Slicer::visitForwarded(CallBase &CB, Purpose P) {
  // A slice that takes the exit for never taken does not need CB.
  if (P.Exit)
    WaitingExits.insert(P.Exit);
  CallBase *Original = Copy.analysisModule().originalOf(CB);
  if (!Original || Original->isMustTailCall())
    return refuse(P, RemarkId::MayChangeMemory, CB, {calleeName(CB)});
  if (retainsArguments(CB))
    return refuse(P, RemarkId::Later, CB, {calleeName(CB)});
  if (Copy.isOfOtherThread(*Original))
    return refuse(P, RemarkId::InTask, CB, {calleeName(CB)});
  Plan.Forwarded[&CB];
  Type *T = CB.getType();
  if (const IOCall *Call = lookupIOCall(CB); Call && Call->isStep()) {
    // The handle of the step's file.
    bool Gives = !T->isVoidTy();
    for (unsigned Arg = 0; Arg < CB.arg_size(); ++Arg)
      if (!Call->is(Arg, Role::Name))
        needValue(CB.getArgOperand(Arg),
                  Gives ? Purpose{&CB, "the argument of"} : P);
    return forwardPart(CB,
                       {Gives ? ForwardedPart::Result : ForwardedPart::First,
                        sizeof(foreslice_handle)},
                       P);
  }
  if (!T->isVoidTy() && !CB.use_empty())
    forwardPart(CB, {ForwardedPart::Result, DL.getTypeStoreSize(T)}, P);
}

/// Bytes from Pointer to the end of the variable pointed into; 0 if unknown.
uint64_t Slicer::roomBehind(const Value *Pointer) const {
  APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const Value *Base = Pointer->stripAndAccumulateConstantOffsets(
      DL, Offset, /*AllowNonInbounds=*/true);
  uint64_t Size = 0;
  if (auto *A = dyn_cast<AllocaInst>(Base)) {
    if (auto N = A->getAllocationSize(DL); N && !N->isScalable())
      Size = N->getFixedValue();
  } else if (auto *GV = dyn_cast<GlobalVariable>(Base)) {
    if (GV->getValueType()->isSized())
      Size = DL.getTypeAllocSize(GV->getValueType());
  }
  return Offset.ule(Size) ? Size - Offset.getZExtValue() : 0;
}

/// Bytes from Pointer to the end of Size bytes at Needed, at a constant
/// distance; 0 if the distance is not constant or the bytes are too many.
uint64_t Slicer::neededBehind(const Value *Pointer, const Value *Needed,
                              LocationSize Size) const {
  APInt From(DL.getIndexTypeSizeInBits(Pointer->getType()), 0), To = From;
  if (!Size.isPrecise() || Size.isScalable() ||
      Pointer->stripAndAccumulateConstantOffsets(DL, From, true) !=
          Needed->stripAndAccumulateConstantOffsets(DL, To, true) ||
      To.slt(From))
    return 0;
  uint64_t Bytes = (To - From).getZExtValue() + Size.getValue();
  return Bytes <= FORESLICE_MAX_GUARDED ? Bytes : 0;
}

/// The slice needs memory that CB writes at Pointer: all of the variable of the
/// argument, the whole message, or, if the argument's size is unknown, the
/// bytes loaded by the slice.
void Slicer::forwardMemory(CallBase &CB, const Value *Pointer,
                           LocationSize Size, Purpose P) {
  const ReceivedMessage *Message = receivedMessage(CB);
  bool Found = false;
  for (unsigned I = 0; I < CB.arg_size(); ++I) {
    if (!Memory.mayWriteThrough(CB, I, Pointer, Size))
      continue;
    Found = true;
    Value *Arg = CB.getArgOperand(I);
    ForwardedPart Part{static_cast<int>(I), 0};
    if (const IOCall *Call = lookupIOCall(CB);
        Call && Call->is(I, Role::Handle))
      Part.Bytes = isFromFortran(CB) ? 4 : DL.getPointerSize();
    if (Message && Message->Buffer == Part.Arg) {
      Part.Bytes = predefinedTypeSize(Message->datatype(CB));
      Part.CountArg = Message->Count;
    }
    if (Part.Bytes == 0) {
      Part.CountArg = -1;
      Part.Bytes = roomBehind(Arg);
    }
    if (Part.Bytes == 0) {
      Part.Bytes = neededBehind(Arg, Pointer, Size);
      Part.Guarded = true;
    }
    if (P.Exit)
      WaitingExits.insert(P.Exit);
    if (Part.Bytes == 0 || Part.Bytes > FORESLICE_MAX_FORWARD)
      return refuse(P, RemarkId::UnknownExtent, CB, {calleeName(CB)});
    forwardPart(CB, Part, P);
  }
  if (!Found)
    refuse(P, RemarkId::OtherMemory, CB, {calleeName(CB)});
}

void Slicer::forwardPart(CallBase &CB, ForwardedPart Part, Purpose P) {
  auto &Parts = Plan.Forwarded[&CB];
  for (ForwardedPart &Known : Parts)
    if (Known.Arg == Part.Arg) {
      if (!Known.join(Part))
        refuse(P, RemarkId::UnknownExtent, CB, {calleeName(CB)});
      return;
    }
  Parts.push_back(Part);
  llvm::sort(Parts, [](const ForwardedPart &A, const ForwardedPart &B) {
    return A.Arg < B.Arg;
  });
  if (Part.Arg >= 0) {
    needValue(CB.getArgOperand(Part.Arg), P);
    visitStoreTo(CB.getArgOperand(Part.Arg), CB, P, /*ByRunTime=*/true);
  }
  if (Part.CountArg >= 0)
    needValue(CB.getArgOperand(Part.CountArg), P);
}

/// A call inlined in several places is one call of the main thread, and
/// forwards the same parts each time. True if the slice grew.
bool Slicer::equaliseForwards() {
  AnalysisModule &AM = Copy.analysisModule();
  MapVector<CallBase *, SmallVector<ForwardedPart, 2>> BySite;
  for (auto &[CB, Parts] : Plan.Forwarded)
    for (const ForwardedPart &Part : Parts) {
      auto &Site = BySite[AM.originalOf(*CB)];
      auto Same = [&](const ForwardedPart &Q) { return Q.Arg == Part.Arg; };
      auto *Known = find_if(Site, Same);
      if (Known == Site.end())
        Site.push_back(Part);
      else if (!Known->join(Part))
        refuse({}, RemarkId::UnknownExtent, *CB, {calleeName(*CB)});
    }
  bool Grew = false;
  for (BasicBlock *BB : Copy.region())
    for (Instruction &I : *BB) {
      auto *CB = dyn_cast<CallBase>(&I);
      CallBase *Original = CB ? AM.originalOf(*CB) : nullptr;
      auto It = Original ? BySite.find(Original) : BySite.end();
      if (It == BySite.end())
        continue;
      Grew |= !Plan.Needed.contains(CB);
      Purpose P{nullptr, "what the main thread hands over"};
      needInstruction(*CB, P);
      size_t Before = Plan.Forwarded[CB].size();
      for (const ForwardedPart &Part : It->second)
        forwardPart(*CB, Part, P);
      Grew |= Plan.Forwarded[CB].size() != Before;
    }
  return Grew;
}

} // namespace foreslice
