//===- LoweringCalls.cpp - the calls of a slice ---------------------------===//
//
// What the program asks MPI for, the slice asks the run time for; what only the
// main thread can call, it waits for.
//
//===----------------------------------------------------------------------===//

#include "lower/SliceBuilder.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace foreslice {

Value *SliceBuilder::handle(IRBuilder<> &B, Value *V) {
  if (V->getType()->isPointerTy())
    return B.CreatePtrToInt(V, B.getInt64Ty());
  return B.CreateZExtOrTrunc(V, B.getInt64Ty());
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

/// Instead of making the call the slice waits for what it gave.
void SliceBuilder::lowerForwarded() {
  for (auto &[Old, Parts] : Plan.Forwarded) {
    if (!keeps(*Old))
      continue;
    auto *CB = cast<CallBase>(VMap.lookup(Old));
    CallBase *Original = Copy.analysisModule().originalOf(*Old);
    IRBuilder<> B(CB);
    auto Receive = [&](const ForwardedPart &Part, Value *To) {
      Value *Bytes = B.getInt64(Part.Bytes);
      if (Part.CountArg >= 0)
        Bytes = B.CreateMul(
            Bytes, B.CreateSExtOrTrunc(CB->getArgOperand(Part.CountArg),
                                       B.getInt64Ty()));
      uint32_t Site = forwardSite(*Original, Part);
      B.CreateCall(abiFunction(M, "foreslice_slice_receive", B.getVoidTy(),
                               {B.getInt32Ty(), B.getPtrTy(), B.getInt64Ty()}),
                   {B.getInt32(Site), To, Bytes});
    };
    for (const ForwardedPart &Part : Parts) {
      if (Part.Arg >= 0 && Plan.OpensAhead.contains(Old)) {
        B.CreateCall(abiFunction(M, "foreslice_slice_open", B.getVoidTy(),
                                 {B.getInt32Ty(), B.getPtrTy(), B.getInt32Ty(),
                                  B.getPtrTy()}),
                     {B.getInt32(forwardSite(*Original, Part)),
                      CB->getArgOperand(1), CB->getArgOperand(2),
                      CB->getArgOperand(Part.Arg)});
        continue;
      }
      if (Scout)
        continue; // What an open returned: success.
      if (Part.Arg >= 0) {
        Receive(Part, CB->getArgOperand(Part.Arg));
        continue;
      }
      AllocaInst *To = temporary(CB->getType());
      Receive(Part, To);
      CB->replaceAllUsesWith(B.CreateLoad(CB->getType(), To));
    }
    if (const IOCall *Call = lookupIOCall(*CB); Call && Call->isTraced())
      continue; // A write, which has its own step, too.
    if (!CB->use_empty())
      CB->replaceAllUsesWith(Constant::getNullValue(CB->getType()));
    CB->eraseFromParent();
  }
}

/// Text for memory that is not the slice's own is made in memory that is, and
/// stored from there; no more than a file's name has.
void SliceBuilder::makeStringElsewhere(CallBase &CB, const StringCall &Call) {
  Value *To = CB.getArgOperand(Call.To);
  auto *Text =
      temporary(ArrayType::get(Type::getInt8Ty(Ctx), FORESLICE_MAX_NAME));
  CB.setArgOperand(Call.To, Text);
  IRBuilder<> B(CB.getNextNode());
  Value *Bytes = B.CreateAdd(
      stringLength(B, Text, B.getInt64(FORESLICE_MAX_NAME - 1)), B.getInt64(1));
  if (Call.Name == "strncpy") // which fills up
    Bytes =
        B.CreateBinaryIntrinsic(Intrinsic::umin, CB.getArgOperand(Call.Limit),
                                B.getInt64(FORESLICE_MAX_NAME));
  B.CreateCall(storeFunction(), {To, Text, Bytes});
  if (CB.getType()->isPointerTy())
    CB.replaceAllUsesWith(To);
}

Value *SliceBuilder::stringLength(IRBuilder<> &B, Value *Text, Value *Most) {
  CallInst *Length =
      B.CreateCall(M.getOrInsertFunction("strnlen", B.getInt64Ty(),
                                         B.getPtrTy(), B.getInt64Ty()),
                   {Text, Most});
  Length->setMemoryEffects(MemoryEffects::argMemOnly(ModRefInfo::Ref));
  Length->setDoesNotThrow();
  return Length;
}

/// Text never goes beyond the memory that it is written to, however long it is.
void SliceBuilder::lowerString(CallBase &CB, const StringCall &Call) {
  if (!isOwn(CB.getArgOperand(Call.To)))
    makeStringElsewhere(CB, Call);
  IRBuilder<> B(&CB);
  Type *I64 = B.getInt64Ty();
  Value *To = CB.getArgOperand(Call.To), *Room = room(B, To);
  auto Print = [&](Value *At, Value *Most, ArrayRef<Value *> Rest) {
    FunctionCallee F = M.getOrInsertFunction(
        "snprintf",
        FunctionType::get(B.getInt32Ty(), {B.getPtrTy(), I64, B.getPtrTy()},
                          /*isVarArg=*/true));
    SmallVector<Value *> Args = {At, Most};
    append_range(Args, Rest);
    CallInst *New = B.CreateCall(F, Args);
    New->setDoesNotThrow();
    return New;
  };
  if (Call.Limit >= 0) {
    Value *Limit = CB.getArgOperand(Call.Limit);
    CB.setArgOperand(Call.Limit,
                     B.CreateBinaryIntrinsic(Intrinsic::umin, Limit, Room));
    return;
  }
  if (Call.Name == "sprintf") {
    SmallVector<Value *> Rest(drop_begin(CB.args()));
    CB.replaceAllUsesWith(Print(To, Room, Rest));
  } else {
    Value *At = To;
    if (Call.Name == "strcat") {
      Value *Length = stringLength(B, To, Room);
      At = B.CreatePtrAdd(To, Length);
      Room = B.CreateSub(Room, Length);
    }
    Print(At, Room, {B.CreateGlobalString("%s"), CB.getArgOperand(1)});
    CB.replaceAllUsesWith(To);
  }
  CB.eraseFromParent();
}

/// A call that takes the same call id, and moves the pointer as far.
static IOKind countedKind(IOKind Read) {
  switch (Read) {
  case IOKind::ReadAt:
  case IOKind::ReadAtAll:
  case IOKind::IReadAtAll:
    return IOKind::WriteAt;
  case IOKind::ReadShared:
    return IOKind::WriteShared;
  default:
    return IOKind::Write;
  }
}

void SliceBuilder::lowerCall(CallBase &CB, const IOCall &Call, CallRole Role) {
  if (Role == CallRole::Skipped)
    return lowerSkipped(CB, Call);
  bool NeedsData = Role == CallRole::NeedsData;
  IRBuilder<> B(&CB);
  Type *I64 = B.getInt64Ty(), *I32 = B.getInt32Ty(), *Void = B.getVoidTy();
  auto Arg = [&](int I) { return CB.getArgOperand(I); };
  auto Emit = [&](StringRef Name, Type *T, ArrayRef<Value *> Args) {
    SmallVector<Type *> Types;
    for (Value *V : Args)
      Types.push_back(V->getType());
    return B.CreateCall(abiFunction(M, Name, T, Types), Args);
  };
  auto Wide = [&](int I) { return B.CreateSExtOrTrunc(Arg(I), I64); };
  auto Access = [&](StringRef Name) {
    SmallVector<Value *> Args = {handle(B, Arg(Call.File))};
    if (Call.Offset >= 0)
      Args.push_back(Wide(Call.Offset));
    Args.push_back(Wide(Call.Count));
    Args.push_back(handle(B, Arg(Call.Datatype)));
    if (NeedsData)
      Args.push_back(Arg(Call.Buffer));
    if (Name.contains("_write"))
      Args.push_back(B.getInt32(Role == CallRole::Unread
                                    ? FORESLICE_WRITTEN_NOTHING
                                    : Call.written()));
    Emit(NeedsData ? (Name + "_data").str() : Name.str(),
         NeedsData ? I64 : Void, Args);
  };
  auto Query = [&](StringRef Name, Type *T, Type *Stored) {
    Value *V = Emit(Name, T, {handle(B, Arg(Call.QueryIn))});
    B.CreateStore(B.CreateSExtOrTrunc(V, Stored), Arg(Call.QueryOut));
  };
  auto Seek = [&](StringRef Name) {
    Emit(Name, Void,
         {handle(B, Arg(0)), Wide(1), B.CreateSExtOrTrunc(Arg(2), I32)});
  };
  switch (Role == CallRole::Counted ? countedKind(Call.Kind) : Call.Kind) {
  case IOKind::Read:
  case IOKind::ReadAll:
    Access("foreslice_slice_read");
    break;
  case IOKind::ReadAt:
  case IOKind::ReadAtAll:
    Access("foreslice_slice_read_at");
    break;
  case IOKind::IReadAll:
    Access(NeedsData ? "foreslice_slice_read" : "foreslice_slice_iread_all");
    break;
  case IOKind::IReadAtAll:
    Access(NeedsData ? "foreslice_slice_read_at"
                     : "foreslice_slice_iread_at_all");
    break;
  case IOKind::ReadShared:
    Access("foreslice_slice_read_shared");
    break;
  case IOKind::Write:
    Access("foreslice_slice_write");
    break;
  case IOKind::WriteAt:
    Access("foreslice_slice_write_at");
    break;
  case IOKind::WriteShared:
    Access("foreslice_slice_write_shared");
    break;
  case IOKind::Seek:
    Seek("foreslice_slice_seek");
    break;
  case IOKind::SeekShared:
    Seek("foreslice_slice_seek_shared");
    break;
  case IOKind::Sync:
    Emit("foreslice_slice_sync", Void, {handle(B, Arg(0))});
    break;
  case IOKind::SetView:
    Emit("foreslice_slice_set_view", Void,
         {handle(B, Arg(0)), Wide(1), handle(B, Arg(2)), handle(B, Arg(3))});
    break;
  case IOKind::CommRank:
    Query("foreslice_slice_comm_rank", I32, I32);
    break;
  case IOKind::CommSize:
    Query("foreslice_slice_comm_size", I32, I32);
    break;
  case IOKind::TypeSize:
    Query("foreslice_slice_type_size", I64,
          Call.Name.ends_with("size") ? I32 : I64);
    break;
  case IOKind::GetPosition:
    Query("foreslice_slice_position", I64, I64);
    break;
  case IOKind::GetPositionShared:
    Query("foreslice_slice_position_shared", I64, I64);
    break;
  case IOKind::GetSize:
    Query("foreslice_slice_file_size", I64, I64);
    break;
  default:
    llvm_unreachable("the slicer refuses these");
  }
  CB.replaceAllUsesWith(Constant::getNullValue(CB.getType()));
  CB.eraseFromParent();
}

void SliceBuilder::lowerSkipped(CallBase &CB, const IOCall &Call) {
  IRBuilder<> B(&CB);
  Type *I32 = B.getInt32Ty();
  B.CreateCall(abiFunction(M, "foreslice_slice_skip", B.getVoidTy(),
                           {B.getInt64Ty(), I32, I32}),
               {handle(B, CB.getArgOperand(Call.fileArg())),
                B.getInt32(Call.takesCallId()),
                B.getInt32(Call.movesPointer())});
  CB.replaceAllUsesWith(Constant::getNullValue(CB.getType()));
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

void SliceBuilder::lowerCalls() {
  DenseMap<Value *, CallRole> Roles = callRoles();
  SmallVector<CallBase *> Calls;
  for (Instruction &I : instructions(*Result.Slice))
    if (auto *CB = dyn_cast<CallBase>(&I))
      Calls.push_back(CB);
  SmallVector<CallBase *> Deallocations;
  SmallVector<std::pair<CallBase *, const StringCall *>> Strings;
  for (CallBase *CB : Calls) {
    if (const IOCall *Call = lookupIOCall(*CB)) {
      Result.Collective |= Call->isCollectiveRead();
      Result.SharedPointer |= Call->isAtSharedPointer();
      lowerCall(*CB, *Call, Roles.lookup_or(CB, CallRole::Made));
    } else if (const Allocation *Memory = lookupAllocation(*CB)) {
      IRBuilder<> B(CB);
      auto Factor = [&](int Arg) {
        return B.CreateZExtOrTrunc(CB->getArgOperand(Arg), B.getInt64Ty());
      };
      Value *Size = Factor(Memory->Size);
      if (Memory->Times >= 0)
        Size = B.CreateMul(Size, Factor(Memory->Times));
      Value *New = B.CreateCall(allocFunction(), {Size});
      CB->replaceAllUsesWith(New);
      CB->eraseFromParent();
    } else if (Slicer::isDeallocation(*CB)) {
      Deallocations.push_back(CB);
    } else if (const StringCall *Text = lookupStringCall(*CB)) {
      Strings.emplace_back(CB, Text);
    }
  }
  // Allocations have become the run time's.
  for (auto [CB, Text] : Strings)
    lowerString(*CB, *Text);
  for (CallBase *CB : Deallocations) {
    Value *Memory = CB->getArgOperand(0);
    auto *From = cast<CallBase>(getUnderlyingObject(Memory, 0));
    IRBuilder<> B(CB);
    B.CreateCall(abiFunction(M, "foreslice_slice_free", B.getVoidTy(),
                             {B.getPtrTy(), B.getInt64Ty()}),
                 {Memory, From->getArgOperand(0)});
    CB->eraseFromParent();
  }
}

} // namespace foreslice
