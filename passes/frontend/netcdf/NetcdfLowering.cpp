//===- NetcdfLowering.cpp - NetCDF and PnetCDF in a slice -----------------===//
//
// See NetcdfLowering.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/netcdf/NetcdfLowering.h"

using namespace llvm;

namespace foreslice {

/// What a file is that is open at launch, the run time finds out then.
void NetcdfLowering::bindFile(const FileAtLaunch &File) {
  using Object = foreslice_netcdf_file;
  bindAsked(File, {sizeof(Object), alignof(Object), sizeof(Object::id)});
}

/// The slice opens the file itself. What the main thread forwards, its error,
/// is for slices that cannot.
bool NetcdfLowering::lowerOpen(CallBase &CB, CallBase &Original,
                               ArrayRef<ForwardedPart> Parts, bool Opens) {
  if (!Opens)
    return false;
  IRBuilder<> B(&CB);
  const IOCall &Call = *lookupIOCall(CB);
  Slice.Result.Posix = true;
  CB.replaceAllUsesWith(
      open(B,
           {.Call = Call,
            .HandleBytes = sizeof(foreslice_handle),
            .Site = Slice.forwardSite(
                Original, {ForwardedPart::Result, sizeof(foreslice_handle)})},
           {.Of = Slice.wide(B, Call.argument(CB, Role::File)),
            .Name = Call.argument(CB, Role::Name),
            .Mode = Slice.wide(B, Call.argument(CB, Role::Mode))}));
  return true;
}

/// Serial libraries read by POSIX, parallel ones by MPI, perhaps together.
void NetcdfLowering::lowerCall(CallBase &CB, const IOCall &Call, CallRole As) {
  IRBuilder<> B(&CB);
  Slice.Result.Posix = true;
  Value *File = Slice.wide(B, Call.argument(CB, Role::File));
  auto Number = [&](unsigned Arg) {
    return Slice.wide(B, CB.getArgOperand(Arg));
  };
  // What, with a number above.
  auto What = [&](Value *Above) {
    return B.CreateOr(Number(1), B.CreateShl(Above, 32));
  };
  Value *Gives = nullptr;
  switch (Call.Kind) {
  case IOKind::StreamState:
    if (Call.has(Role::Name))
      Gives = query(B, {Call},
                    {.Of = File,
                     .What = Number(1),
                     .Name = Call.argument(CB, Role::Name)});
    else
      Gives = query(
          B, {Call},
          {.Of = File,
           .What = B.CreateOr(What(Number(2)), B.CreateShl(Number(3), 8))});
    break;
  case IOKind::StreamChange:
    move(B, {Call},
         {.File = File, .To = CB.getArgOperand(3), .Amount = What(Number(2))});
    break;
  default:
    Slice.Result.Collective |= Family.number() == FORESLICE_FAMILY_PNETCDF;
    Gives = access(B, {Call, As}, {.File = File});
  }
  if (!CB.use_empty())
    CB.replaceAllUsesWith(B.CreateSExtOrTrunc(Gives, CB.getType()));
  CB.eraseFromParent();
}

} // namespace foreslice
