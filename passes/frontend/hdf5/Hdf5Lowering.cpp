//===- Hdf5Lowering.cpp - HDF5 in a slice ---------------------------------===//
//
// See Hdf5Lowering.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/Hdf5Lowering.h"

using namespace llvm;

namespace foreslice {

/// At launch, the run time looks up the dataset or dataspace of the handle.
void Hdf5Lowering::bindFile(const FileAtLaunch &File) {
  using Object = foreslice_hdf5_object;
  bindAsked(File, {sizeof(Object), alignof(Object), sizeof(Object::handle)});
}

/// The slice finds the object in the file. Objects opened only by the main
/// thread stay unknown.
bool Hdf5Lowering::lowerOpen(CallBase &CB, CallBase &Original,
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

/// The library reads by POSIX, or by MPI.
void Hdf5Lowering::lowerCall(CallBase &CB, const IOCall &Call, CallRole As) {
  IRBuilder<> B(&CB);
  Slice.Result.Posix = true;
  Value *V = Slice.wide(B, Call.argument(CB, Role::File));
  // The number of a dimension is in the upper half.
  auto What = [&] {
    return B.CreateOr(Slice.wide(B, CB.getArgOperand(1)),
                      B.CreateShl(CB.getArgOperand(2), 32));
  };
  Value *Gives = nullptr;
  switch (Call.Kind) {
  case IOKind::StreamState:
    Gives = query(B, {Call}, {.Of = V, .What = What()});
    break;
  case IOKind::StreamChange:
    move(B, {Call}, {.File = V, .To = CB.getArgOperand(3), .Amount = What()});
    break;
  default:
    // The transfer mode of a property list is not followed.
    Slice.Result.Collective |=
        Slice.M.getFunction("H5Pset_dxpl_mpio") != nullptr;
    Gives = access(B, {Call, As}, {.File = V});
  }
  if (!CB.use_empty())
    CB.replaceAllUsesWith(B.CreateSExtOrTrunc(Gives, CB.getType()));
  CB.eraseFromParent();
}

} // namespace foreslice
