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
  const IOCall *Call = lookupIOCall(CB);
  const uint8_t Bytes = isFromFortran(CB) ? 4 : sizeof(foreslice_handle);
  open(B,
       {.Call = *Call,
        .HandleBytes = Bytes,
        .Site = Slice.forwardSite(Original, Part)},
       {.Name = Call->argument(CB, Role::Name),
        .Mode = Slice.wide(B, Call->argument(CB, Role::Mode)),
        .To = Call->argument(CB, Role::Handle)});
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

void MpiLowering::lowerAccess(IRBuilder<> &B, CallBase &CB, const IOCall &Call,
                              CallRole As) {
  AccessOperands Operands = {
      .File = handle(B, Call.argument(CB, Role::File)),
      .Count = Slice.wide(B, Call.argument(CB, Role::Count)),
      .Type = handle(B, Call.argument(CB, Role::Datatype)),
  };
  if (Call.has(Role::Offset))
    Operands.Place = Slice.wide(B, Call.argument(CB, Role::Offset));
  if (As == CallRole::NeedsData)
    Operands.Buffer = Call.argument(CB, Role::Buffer);
  access(B, {Call, As}, Operands);
  for (User *U : make_early_inc_range(CB.users()))
    if (auto *Count = dyn_cast<CallBase>(U); Count && isReadCount(*Count))
      lowerReadCount(B, *Count);
}

/// B is behind the read. The run time keeps the count until the slice's next
/// read.
void MpiLowering::lowerReadCount(IRBuilder<> &B, CallBase &Count) {
  static const IOCall GetCount("MPI_Get_count", IOKind::GetCount, {}, Family);
  Count.replaceAllUsesWith(
      query(B, {GetCount}, {.Of = handle(B, countedType(Count))}));
  Function *Marker = Count.getCalledFunction();
  Count.eraseFromParent();
  if (Marker->use_empty())
    Marker->eraseFromParent();
}

void MpiLowering::lowerQuery(IRBuilder<> &B, CallBase &CB, const IOCall &Call) {
  QueryOperands Operands = {.Of = handle(B, Call.argument(CB, Role::Object))};
  if (Call.has(Role::Size))
    Operands.What = Slice.wide(B, Call.argument(CB, Role::Size));
  Value *V = query(B, {Call}, Operands);
  B.CreateStore(B.CreateSExtOrTrunc(V, Call.answerType(Slice.Ctx)),
                Call.answer(CB));
}

/// A seek, or a change of the view.
void MpiLowering::lowerMove(IRBuilder<> &B, CallBase &CB, const IOCall &Call,
                            CallRole As) {
  auto Argument = [&](Role R) { return Call.argument(CB, R); };
  MoveOperands Operands = {.File = handle(B, Argument(Role::File))};
  if (Call.isSeek()) {
    Operands.To = Slice.wide(B, Argument(Role::Offset));
    Operands.Amount = Slice.wide(B, Argument(Role::Whence));
  } else {
    Operands.To = Slice.wide(B, Argument(Role::Displacement));
    Operands.Amount = handle(B, Argument(Role::Etype));
    Operands.Of = handle(B, Argument(Role::Filetype));
  }
  move(B, {Call, As}, Operands);
}

void MpiLowering::lowerCall(CallBase &CB, const IOCall &Call, CallRole As) {
  IRBuilder<> B(&CB);
  IsFromFortran = isFromFortran(CB);
  if (Call.isAccess())
    lowerAccess(B, CB, Call, As);
  else if (Call.isQuery())
    lowerQuery(B, CB, Call);
  else if (Call.Kind == IOKind::Sync)
    access(B, {Call, As}, {.File = handle(B, Call.argument(CB, Role::File))});
  else
    lowerMove(B, CB, Call, As);
  replaceCall(B, CB, nullptr);
}

} // namespace foreslice
