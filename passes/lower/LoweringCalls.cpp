//===- LoweringCalls.cpp - the calls of a slice ---------------------------===//
//
// What the program asks MPI for, the slice asks the run time for; what only the
// main thread can call, it waits for.
//
//===----------------------------------------------------------------------===//

#include "copy/AccessCounts.h"
#include "lower/ReadsToEnd.h"
#include "lower/SliceBuilder.h"
#include "model/FortranNames.h"
#include "model/PureCalls.h"
#include "model/RandomDraws.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace foreslice {

Value *SliceBuilder::handle(IRBuilder<> &B, Value *V) {
  if (V->getType()->isPointerTy())
    return B.CreatePtrToInt(V, B.getInt64Ty());
  Value *Handle = B.CreateZExtOrTrunc(V, B.getInt64Ty());
  return HandleMark ? B.CreateOr(Handle, HandleMark) : Handle;
}

Value *SliceBuilder::wide(IRBuilder<> &B, Value *V) {
  return B.CreateSExtOrTrunc(V, B.getInt64Ty());
}

AllocaInst *SliceBuilder::temporary(Type *T) {
  IRBuilder<> B(Entry, Entry->begin());
  return B.CreateAlloca(T);
}

uint32_t SliceBuilder::forwardSite(CallBase &Original,
                                   const ForwardedPart &Part) {
  for (const ForwardSite &F : Result.Forwards)
    if (F.Call == &Original && F.Part.Arg == Part.Arg)
      return F.Site;
  uint32_t Site = Result.Forwards.size();
  Result.Forwards.push_back({&Original, Site, Part});
  return Site;
}

/// The slice waits for Part of what CB, which stands for Original, gave, and
/// puts it to To.
void SliceBuilder::receive(CallBase &CB, CallBase &Original,
                           const ForwardedPart &Part, Value *To) {
  IRBuilder<> B(&CB);
  Value *Bytes = B.getInt64(Part.Bytes);
  if (Part.CountArg >= 0)
    Bytes = B.CreateMul(Bytes, wide(B, CB.getArgOperand(Part.CountArg)));
  callAbi(B, Abi::foreslice_slice_receive,
          {B.getInt32(forwardSite(Original, Part)), To, Bytes});
}

/// The slice opens the file ahead of the main thread.
void SliceBuilder::openAhead(CallBase &CB, CallBase &Original,
                             const ForwardedPart &Part) {
  IRBuilder<> B(&CB);
  const IOCall *Open = lookupIOCall(CB);
  callAbi(B,
          isFromFortran(CB) ? Abi::foreslice_slice_open_fortran
                            : Abi::foreslice_slice_open,
          {B.getInt32(forwardSite(Original, Part)),
           Open->argument(CB, Role::Name), Open->argument(CB, Role::Mode),
           Open->argument(CB, Role::Handle)});
}

/// The slice gets Part of what CB gave, or opens the file that CB opens.
void SliceBuilder::lowerPart(CallBase &CB, CallBase &Original,
                             const ForwardedPart &Part, bool OpensAhead) {
  if (Part.Arg >= 0 && OpensAhead) {
    openAhead(CB, Original, Part);
  } else if (Scout) {
    return; // What an open returned: success.
  } else if (Part.Arg >= 0) {
    receive(CB, Original, Part, CB.getArgOperand(Part.Arg));
  } else {
    AllocaInst *To = temporary(CB.getType());
    receive(CB, Original, Part, To);
    CB.replaceAllUsesWith(IRBuilder<>(&CB).CreateLoad(CB.getType(), To));
  }
}

/// Instead of making the call the slice waits for what it gave.
void SliceBuilder::lowerForwarded() {
  for (auto &[Old, Parts] : Plan.Forwarded) {
    auto *CB = dyn_cast_or_null<CallBase>(VMap.lookup(Old));
    if (!CB)
      continue; // Left out, or behind the end of the slice.
    CallBase *Original = Copy.analysisModule().originalOf(*Old);
    const IOCall *Kind = lookupIOCall(*CB);
    bool OpensAhead = Plan.OpensAhead.contains(Old);
    if (Kind && Kind->isStreamStep()) {
      openStream(*CB, *Original, OpensAhead);
      continue;
    }
    if (Kind && Kind->isFortranStep()) {
      openUnit(*CB, *Original);
      continue;
    }
    if (OpensAhead && Kind->returnsHandle())
      openPosixAhead(*CB, *Original);
    else
      for (const ForwardedPart &Part : Parts)
        lowerPart(*CB, *Original, Part, OpensAhead);
    if (Kind && Kind->isTraced())
      continue; // A write, which has its own step, too.
    if (!CB->use_empty())
      CB->replaceAllUsesWith(Constant::getNullValue(CB->getType()));
    CB->eraseFromParent();
  }
}

/// Which function of the run time stands for an access.
static Abi accessFunction(const IOCall &Call, bool Fetches, bool NeedsData) {
  switch (Call.Pointer) {
  case FilePointer::Explicit:
    return !Fetches               ? Abi::foreslice_slice_write_at
           : NeedsData            ? Abi::foreslice_slice_read_at_data
           : Call.isStartedRead() ? Abi::foreslice_slice_iread_at_all
                                  : Abi::foreslice_slice_read_at;
  case FilePointer::Own:
    return !Fetches               ? Abi::foreslice_slice_write
           : NeedsData            ? Abi::foreslice_slice_read_data
           : Call.isStartedRead() ? Abi::foreslice_slice_iread_all
                                  : Abi::foreslice_slice_read;
  case FilePointer::Shared:
    return !Fetches    ? Abi::foreslice_slice_write_shared
           : NeedsData ? Abi::foreslice_slice_read_shared_data
                       : Abi::foreslice_slice_read_shared;
  case FilePointer::None:
    break;
  }
  llvm_unreachable("an access at no pointer");
}

/// A read that is only counted takes the same call id as a write, and moves the
/// pointer as far.
void SliceBuilder::lowerAccess(CallBase &CB, const IOCall &Call, CallRole As) {
  IRBuilder<> B(&CB);
  bool Fetches = Call.isRead() && As != CallRole::Counted;
  bool NeedsData = As == CallRole::NeedsData;
  SmallVector<Value *> Args = {handle(B, Call.argument(CB, Role::File))};
  if (Call.has(Role::Offset))
    Args.push_back(wide(B, Call.argument(CB, Role::Offset)));
  Args.push_back(wide(B, Call.argument(CB, Role::Count)));
  Args.push_back(handle(B, Call.argument(CB, Role::Datatype)));
  if (NeedsData)
    Args.push_back(Call.argument(CB, Role::Buffer));
  if (!Fetches)
    Args.push_back(B.getInt32(As == CallRole::Unread ? FORESLICE_WRITTEN_NOTHING
                                                     : Call.written()));
  callAbi(B, accessFunction(Call, Fetches, NeedsData), Args);
  for (User *U : make_early_inc_range(CB.users()))
    if (auto *Count = dyn_cast<CallBase>(U); Count && isReadCount(*Count))
      lowerReadCount(B, *Count);
}

/// B is behind the read, which the run time says the count of until the slice
/// makes the next one.
void SliceBuilder::lowerReadCount(IRBuilder<> &B, CallBase &Count) {
  Count.replaceAllUsesWith(
      callAbi(B, Abi::foreslice_slice_count, {handle(B, countedType(Count))}));
  Function *Marker = Count.getCalledFunction();
  Count.eraseFromParent();
  if (Marker->use_empty())
    Marker->eraseFromParent();
}

/// Which function of the run time answers a query; none for other calls.
static std::optional<Abi> queryFunction(const IOCall &Call) {
  switch (Call.Kind) {
  case IOKind::CommRank:
    return Abi::foreslice_slice_comm_rank;
  case IOKind::CommSize:
    return Abi::foreslice_slice_comm_size;
  case IOKind::TypeSize:
    return Abi::foreslice_slice_type_size;
  case IOKind::GetSize:
    return Abi::foreslice_slice_file_size;
  case IOKind::GetPosition:
    return Call.isAtSharedPointer() ? Abi::foreslice_slice_position_shared
                                    : Abi::foreslice_slice_position;
  default:
    return std::nullopt;
  }
}

void SliceBuilder::lowerQuery(CallBase &CB, const IOCall &Call, Abi Function) {
  IRBuilder<> B(&CB);
  Value *V = callAbi(B, Function, {handle(B, Call.argument(CB, Role::Object))});
  B.CreateStore(B.CreateSExtOrTrunc(V, Call.answerType(Ctx)), Call.answer(CB));
}

/// Seeks, changes of the view and syncs.
void SliceBuilder::lowerFileCall(CallBase &CB, const IOCall &Call) {
  IRBuilder<> B(&CB);
  auto Handle = [&](Role R) { return handle(B, Call.argument(CB, R)); };
  auto Wide = [&](Role R) { return wide(B, Call.argument(CB, R)); };
  switch (Call.Kind) {
  case IOKind::Seek:
    callAbi(
        B,
        Call.isAtSharedPointer() ? Abi::foreslice_slice_seek_shared
                                 : Abi::foreslice_slice_seek,
        {Handle(Role::File), Wide(Role::Offset),
         B.CreateSExtOrTrunc(Call.argument(CB, Role::Whence), B.getInt32Ty())});
    break;
  case IOKind::Sync:
    callAbi(B, Abi::foreslice_slice_sync, {Handle(Role::File)});
    break;
  case IOKind::SetView:
    callAbi(B, Abi::foreslice_slice_set_view,
            {Handle(Role::File), Wide(Role::Displacement), Handle(Role::Etype),
             Handle(Role::Filetype)});
    break;
  default:
    llvm_unreachable("the slicer refuses these");
  }
}

/// A call of which only the file is known.
void SliceBuilder::lowerSkipped(CallBase &CB, const IOCall &Call) {
  IRBuilder<> B(&CB);
  callAbi(B, Abi::foreslice_slice_skip,
          {handle(B, Call.argument(CB, Role::File)),
           B.getInt32(Call.takesCallId()), B.getInt32(Call.movesPointer())});
}

void SliceBuilder::lowerCall(CallBase &CB, const IOCall &Call, CallRole As) {
  HandleMark = isFromFortran(CB) ? FORESLICE_FORTRAN_HANDLE : 0;
  if (Call.isStreamStep())
    return lowerStream(CB, Call, As);
  if (Call.isFortranStep())
    return lowerFortran(CB, Call, As);
  if (!Call.isMpi())
    return lowerPosix(CB, Call, As);
  if (As == CallRole::Skipped)
    lowerSkipped(CB, Call);
  else if (Call.isAccess())
    lowerAccess(CB, Call, As);
  else if (std::optional<Abi> Query = queryFunction(Call))
    lowerQuery(CB, Call, *Query);
  else
    lowerFileCall(CB, Call);
  CB.replaceAllUsesWith(Constant::getNullValue(CB.getType()));
  CB.eraseFromParent();
}

void SliceBuilder::lowerAllocation(CallBase &CB, const Allocation &Memory) {
  IRBuilder<> B(&CB);
  Value *Size = B.CreateZExtOrTrunc(Memory.size(CB), B.getInt64Ty());
  if (Value *Times = Memory.times(CB))
    Size = B.CreateMul(Size, B.CreateZExtOrTrunc(Times, B.getInt64Ty()));
  CB.replaceAllUsesWith(callAbi(B, Abi::foreslice_slice_alloc, {Size}));
  CB.eraseFromParent();
}

/// Memory is from an allocation that has become the run time's.
void SliceBuilder::lowerDeallocation(CallBase &CB, Value *Memory) {
  auto *From = cast<CallBase>(getUnderlyingObject(Memory, 0));
  IRBuilder<> B(&CB);
  callAbi(B, Abi::foreslice_slice_free, {Memory, allocatedBytes(*From)});
  CB.eraseFromParent();
}

/// What a function of the library writes through an argument is made in memory
/// of its own and copied from there, by the rules of the slice's other stores.
void SliceBuilder::lowerComputation(CallBase &CB) {
  const auto Written = computationOf(CB);
  if (std::optional<unsigned> Format = scannedFormat(CB))
    CB.setArgOperand(*Format, boundFormat(CB, *Format));
  for (const WrittenArgument &W : *Written) {
    Value *To = CB.getArgOperand(W.Arg);
    AllocaInst *Own = temporary(ArrayType::get(Type::getInt8Ty(Ctx), W.Bytes));
    Own->setAlignment(Align(16));
    if (W.Keeps)
      IRBuilder<>(&CB).CreateMemCpy(Own, MaybeAlign(16), To, MaybeAlign(),
                                    W.Bytes);
    CB.setArgOperand(W.Arg, Own);
    IRBuilder<> B(CB.getNextNode());
    if (W.IsText) {
      IRBuilder<>(&CB).CreateStore(B.getInt8(0), Own);
      storeText(B, To, Own, W.Bytes);
      continue;
    }
    if (auto Text = CopiedTexts.find(&CB);
        Text != CopiedTexts.end() && leadsIntoText(CB) == W.Arg)
      B.CreateStore(inText(B, B.CreateLoad(To->getType(), Own), Text->second),
                    Own);
    B.CreateMemCpy(To, MaybeAlign(), Own, MaybeAlign(16), W.Bytes);
  }
}

/// A slice has an errno of its own, in which no function leaves an error.
void SliceBuilder::lowerErrno(CallBase &CB) {
  if (!Errno) {
    Errno = temporary(Type::getInt32Ty(Ctx));
    IRBuilder<>(Errno->getNextNode())
        .CreateStore(Constant::getNullValue(Type::getInt32Ty(Ctx)), Errno);
  }
  CB.replaceAllUsesWith(Errno);
  CB.eraseFromParent();
}

/// Random numbers come from the slice's copy of the program's generators.
void SliceBuilder::lowerDraw(CallBase &CB) {
  IRBuilder<> B(&CB);
  if (std::optional<int32_t> Generator = seededBy(CB)) {
    Value *Seed = B.CreateZExtOrTrunc(CB.getArgOperand(0), B.getInt64Ty());
    callAbi(B, Abi::foreslice_slice_seed, {B.getInt32(*Generator), Seed});
  } else {
    Value *Drawn =
        callAbi(B, Abi::foreslice_slice_draw, {B.getInt32(*drawnBy(CB))});
    CB.replaceAllUsesWith(CB.getType()->isIntegerTy()
                              ? B.CreateTruncOrBitCast(Drawn, CB.getType())
                              : B.CreateBitCast(Drawn, CB.getType()));
  }
  CB.eraseFromParent();
}

/// Of calls that are not simply made.
DenseMap<Value *, SliceBuilder::CallRole> SliceBuilder::callRoles() const {
  DenseMap<Value *, CallRole> Roles;
  for (CallBase *Read : Scout ? Scout->DataReads : Plan.DataReads)
    Roles[VMap.lookup(Read)] = CallRole::NeedsData;
  for (CallBase *Write : Plan.Unread)
    Roles[VMap.lookup(Write)] = CallRole::Unread;
  if (!Scout)
    return Roles;
  for (CallBase *Read : Scout->Counted)
    Roles[VMap.lookup(Read)] = CallRole::Counted;
  for (CallBase *CB : Scout->Skipped)
    Roles[VMap.lookup(CB)] = CallRole::Skipped;
  return Roles;
}

/// Those of Calls that give memory back, and which argument is the memory.
static SmallVector<std::pair<CallBase *, unsigned>>
findDeallocations(ArrayRef<CallBase *> Calls) {
  SmallVector<std::pair<CallBase *, unsigned>> Found;
  for (CallBase *CB : Calls)
    if (Value *Memory = freedMemory(*CB))
      for (unsigned I = 0; I < CB->arg_size(); ++I)
        if (CB->getArgOperand(I) == Memory) {
          Found.emplace_back(CB, I);
          break;
        }
  return Found;
}

void SliceBuilder::lowerCalls() {
  for (auto &[CB, Args] : Plan.RenamedTexts)
    if (auto *Own = dyn_cast_or_null<CallBase>(VMap.lookup(CB)))
      for (unsigned Arg : Args)
        copyText(*Own, Arg);
  Result.Guesses = !Plan.Summary.Guesses.empty();
  Result.Fortran = Copy.analysisModule().hasFortran();
  DenseMap<Value *, CallRole> Roles = callRoles();
  ToEnd = readsToEnd(*Result.Slice, [&](CallBase &Read) {
    return Roles.lookup_or(&Read, CallRole::Made) == CallRole::NeedsData;
  });
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(*Result.Slice))
    if (auto *CB = dyn_cast<CallBase>(&I); CB && !isReadCount(*CB))
      Calls.push_back(CB);
  // Before allocations, from which some are known, become the run time's.
  auto Deallocations = findDeallocations(Calls);
  SmallVector<std::pair<CallBase *, const StringCall *>> Strings;
  for (CallBase *CB : Calls) {
    if (const IOCall *Call = lookupIOCall(*CB)) {
      Result.Collective |= Call->isCollectiveRead();
      Result.SharedPointer |= Call->isAtSharedPointer();
      lowerCall(*CB, *Call, Roles.lookup_or(CB, CallRole::Made));
    } else if (const Allocation *Memory = lookupAllocation(*CB)) {
      lowerAllocation(*CB, *Memory);
    } else if (const StringCall *Text = lookupStringCall(*CB)) {
      Strings.emplace_back(CB, Text);
    } else if (const Function *F = CB->getCalledFunction();
               F && isErrnoAddress(*F)) {
      lowerErrno(*CB);
    } else if (drawnBy(*CB) || seededBy(*CB)) {
      lowerDraw(*CB);
    } else if (computationOf(*CB)) {
      lowerComputation(*CB);
    }
  }
  // Allocations have become the run time's.
  for (auto [CB, Text] : Strings)
    lowerString(*CB, *Text);
  for (auto [CB, Memory] : Deallocations)
    lowerDeallocation(*CB, CB->getArgOperand(Memory));
}

} // namespace foreslice
