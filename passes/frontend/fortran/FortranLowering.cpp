//===- FortranLowering.cpp - Fortran's statements in a slice --------------===//
//
// See FortranLowering.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/fortran/FortranLowering.h"

using namespace llvm;

namespace foreslice {

/// Units open at launch come from the launch.
void FortranLowering::bindFile(const FileAtLaunch &File) {
  using Object = foreslice_fortran_unit;
  bindAsked(File, {sizeof(Object), alignof(Object), sizeof(Object::unit)});
}

/// The slice opens the file. The main thread forwards the IOSTAT for slices
/// unable to open.
bool FortranLowering::lowerOpen(CallBase &CB, CallBase &Original,
                                ArrayRef<ForwardedPart> Parts, bool Opens) {
  IRBuilder<> B(&CB);
  Slice.Result.Posix = true;
  Value *Unit =
      open(B,
           {.Call = *lookupIOCall(CB),
            .HandleBytes = sizeof(foreslice_handle),
            .Site = Slice.forwardSite(
                Original, {ForwardedPart::Result, sizeof(foreslice_handle)})},
           {.Of = CB.getArgOperand(0),
            .Mode = Slice.wide(B, CB.getArgOperand(2)),
            .Length = CB.getArgOperand(1)});
  CB.replaceAllUsesWith(Unit);
  return true;
}

/// A READ begins, or reads an item. Data not needed by the slice are dropped.
Value *FortranLowering::lowerRead(IRBuilder<> &B, CallBase &CB,
                                  const IOCall &Call, CallRole As) {
  auto Number = [&](unsigned I) { return Slice.wide(B, CB.getArgOperand(I)); };
  if (!Call.has(Role::Buffer))
    return access(B, {.Call = Call, .As = As, .Kind = FORESLICE_STATEMENT},
                  {.File = Number(0), .Type = Number(1)});
  // A foreslice_fortran_elements.
  constexpr unsigned Fields = sizeof(foreslice_fortran_elements) / 8;
  bool IsNamed = Call.has(Role::Lower);
  auto *T = ArrayType::get(B.getInt64Ty(), Fields);
  if (!Elements)
    Elements = Slice.temporary(T);
  for (unsigned I = 0; I < Fields; ++I)
    B.CreateStore(I + 1 < Fields || IsNamed ? Number(3 + I) : B.getInt64(0),
                  B.CreateConstInBoundsGEP2_64(T, Elements, 0, I));
  const foreslice_kind Kind = IsNamed ? FORESLICE_NAMED : FORESLICE_READ;
  return access(B, {.Call = Call, .As = As, .Kind = Kind},
                {.File = Number(0),
                 .Count = Number(2),
                 .Type = B.CreatePtrToInt(Elements, B.getInt64Ty()),
                 .Buffer = As == CallRole::NeedsData
                               ? Call.argument(CB, Role::Buffer)
                               : nullptr});
}

/// Makes the run time's call for a step.
Value *FortranLowering::lowerStep(IRBuilder<> &B, CallBase &CB,
                                  const IOCall &Call, CallRole As) {
  auto Number = [&](unsigned I) { return Slice.wide(B, CB.getArgOperand(I)); };
  switch (Call.Kind) {
  case IOKind::Read:
    return lowerRead(B, CB, Call, As);
  case IOKind::Seek:
    return move(B, {Call},
                {.File = Number(0), .To = Number(2), .Amount = Number(1)});
  case IOKind::StreamChange:
    if (Call.has(Role::Name))
      return open(B, {.Call = Call, .Kind = FORESLICE_NAME},
                  {.Name = CB.getArgOperand(0), .Length = Number(1)});
    return access(B, {.Call = Call, .Kind = FORESLICE_END},
                  {.File = Number(0), .Type = Number(1)});
  case IOKind::StreamState:
    if (Call.has(Role::File))
      return query(B, {Call}, {.Of = Number(0), .What = Number(1)});
    return query(B, {.Call = Call, .Kind = FORESLICE_STATE_OF_NAME},
                 {.What = Number(0)});
  default:
    llvm_unreachable("not a step of a statement");
  }
}

void FortranLowering::lowerCall(CallBase &CB, const IOCall &Call, CallRole As) {
  IRBuilder<> B(&CB);
  Slice.Result.Posix = true;
  replaceCall(B, CB, lowerStep(B, CB, Call, As));
}

} // namespace foreslice
