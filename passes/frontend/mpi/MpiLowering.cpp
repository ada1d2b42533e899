//===- MpiLowering.cpp - the calls of MPI in a slice ----------------------===//
//
// See MpiLowering.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpi/MpiLowering.h"
#include "copy/AccessCounts.h"
#include "model/FortranNames.h"

using namespace llvm;

namespace foreslice {

Value *MpiLowering::handle(IRBuilder<> &B, Value *V) const {
  Value *Handle = Slice.handle(B, V);
  return IsFromFortran && !V->getType()->isPointerTy()
             ? B.CreateOr(Handle, FORESLICE_FORTRAN_HANDLE)
             : Handle;
}

/// The slice opens the file ahead of the main thread.
void MpiLowering::openAhead(CallBase &CB, CallBase &Original,
                            const ForwardedPart &Part) {
  IRBuilder<> B(&CB);
  const IOCall *Open = lookupIOCall(CB);
  callAbi(B,
          isFromFortran(CB) ? Abi::foreslice_slice_open_fortran
                            : Abi::foreslice_slice_open,
          {B.getInt32(Slice.forwardSite(Original, Part)),
           Open->argument(CB, Role::Name), Open->argument(CB, Role::Mode),
           Open->argument(CB, Role::Handle)});
}

bool MpiLowering::lowerOpen(CallBase &CB, CallBase &Original,
                            ArrayRef<ForwardedPart> Parts, bool Opens) {
  if (!Opens)
    return false;
  for (const ForwardedPart &Part : Parts)
    if (Part.Arg >= 0)
      openAhead(CB, Original, Part);
    else
      Slice.receive(CB, Original, Part);
  return true;
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
void MpiLowering::lowerAccess(CallBase &CB, const IOCall &Call, CallRole As) {
  IRBuilder<> B(&CB);
  bool Fetches = Call.isRead() && As != CallRole::Counted;
  bool NeedsData = As == CallRole::NeedsData;
  SmallVector<Value *> Args = {handle(B, Call.argument(CB, Role::File))};
  if (Call.has(Role::Offset))
    Args.push_back(Slice.wide(B, Call.argument(CB, Role::Offset)));
  Args.push_back(Slice.wide(B, Call.argument(CB, Role::Count)));
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
void MpiLowering::lowerReadCount(IRBuilder<> &B, CallBase &Count) {
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

void MpiLowering::lowerQuery(CallBase &CB, const IOCall &Call, Abi Function) {
  IRBuilder<> B(&CB);
  Value *V = callAbi(B, Function, {handle(B, Call.argument(CB, Role::Object))});
  B.CreateStore(B.CreateSExtOrTrunc(V, Call.answerType(Slice.Ctx)),
                Call.answer(CB));
}

/// Seeks, changes of the view and syncs.
void MpiLowering::lowerFileCall(CallBase &CB, const IOCall &Call) {
  IRBuilder<> B(&CB);
  auto Handle = [&](Role R) { return handle(B, Call.argument(CB, R)); };
  auto Wide = [&](Role R) { return Slice.wide(B, Call.argument(CB, R)); };
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
void MpiLowering::lowerSkipped(CallBase &CB, const IOCall &Call) {
  IRBuilder<> B(&CB);
  callAbi(B, Abi::foreslice_slice_skip,
          {handle(B, Call.argument(CB, Role::File)),
           B.getInt32(Call.takesCallId()), B.getInt32(Call.movesPointer())});
}

void MpiLowering::lowerCall(CallBase &CB, const IOCall &Call, CallRole As) {
  IsFromFortran = isFromFortran(CB);
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

} // namespace foreslice
