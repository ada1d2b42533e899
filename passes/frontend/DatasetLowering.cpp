//===- DatasetLowering.cpp - libraries of data in a slice -----------------===//
//
// See DatasetLowering.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/DatasetLowering.h"

using namespace llvm;

namespace foreslice {

/// The slice opens the file or the object itself. What the main thread
/// forwards, a handle or an error, is for slices that cannot. A call without a
/// result forwards only that the object is open.
bool DatasetLowering::lowerOpen(CallBase &CB, CallBase &Original,
                                ArrayRef<ForwardedPart> Parts, bool Opens) {
  if (!Opens)
    return false;
  IRBuilder<> B(&CB);
  const IOCall &Call = *lookupIOCall(CB);
  const int Forwarded = Original.getType()->isIntegerTy()
                            ? ForwardedPart::Result
                            : ForwardedPart::First;
  Slice.Result.Posix = true;
  CB.replaceAllUsesWith(
      open(B,
           {.Call = Call,
            .HandleBytes = sizeof(foreslice_handle),
            .Site = Slice.forwardSite(Original,
                                      {Forwarded, sizeof(foreslice_handle)})},
           {.Of = Slice.wide(B, Call.argument(CB, Role::File)),
            .Name = Call.argument(CB, Role::Name),
            .Mode = Slice.wide(B, Call.argument(CB, Role::Mode))}));
  return true;
}

/// The steps have the arguments (object, what, number, part or value), or
/// (object, what, name). Serial libraries read by POSIX, parallel ones by MPI.
void DatasetLowering::lowerCall(CallBase &CB, const IOCall &Call, CallRole As) {
  IRBuilder<> B(&CB);
  Slice.Result.Posix = true;
  Value *Object = Slice.wide(B, Call.argument(CB, Role::File));
  auto Number = [&](unsigned Arg) {
    return Slice.wide(B, CB.getArgOperand(Arg));
  };
  // As FORESLICE_OPERAND packs the numbers.
  auto Operand = [&] {
    return B.CreateOr(Number(1), B.CreateShl(Number(2), 32));
  };
  Value *Gives = nullptr;
  switch (Call.Kind) {
  case IOKind::StreamState:
    if (Call.has(Role::Name))
      Gives = query(B, {Call},
                    {.Of = Object,
                     .What = Number(1),
                     .Name = Call.argument(CB, Role::Name)});
    else
      Gives = query(B, {Call},
                    {.Of = Object,
                     .What = B.CreateOr(Operand(), B.CreateShl(Number(3), 8))});
    break;
  case IOKind::StreamChange:
    Gives = move(B, {Call},
                 {.File = Object,
                  .To = CB.getArgOperand(3),
                  .Amount = Operand(),
                  .Of = CB.arg_size() > 4 ? CB.getArgOperand(4) : nullptr});
    break;
  default: {
    Slice.Result.Collective |= ReadsTogether;
    AccessOperands Operands = {.File = Object};
    if (As == CallRole::NeedsData) {
      Operands.Buffer = Call.argument(CB, Role::Buffer);
      Operands.Type = Slice.wide(B, Call.argument(CB, Role::MemoryType));
      if (Call.has(Role::MemorySpace))
        Operands.Place = Slice.wide(B, Call.argument(CB, Role::MemorySpace));
    }
    Gives = access(B, {Call, As}, Operands);
    break;
  }
  }
  replaceCall(B, CB, Gives);
}

} // namespace foreslice
