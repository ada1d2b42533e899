//===- FortranLowering.cpp - Fortran's statements in a slice --------------===//
//
// See FortranLowering.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/fortran/FortranLowering.h"

using namespace llvm;

namespace foreslice {

/// Units that are open at launch are what the launch says of them.
void FortranLowering::bindFile(const FileAtLaunch &File) {
  auto [Number, Distance] = File;
  IRBuilder<> B(Slice.Entry);
  LiveInSource Source = {LiveInSource::Value, Number};
  if (auto *GV = dyn_cast<GlobalVariable>(Number))
    Source.Original = Slice.Copy.analysisModule().originalOf(GV);
  else if (int Index = Slicer::liveInIndex(Slice.Copy, Number); Index >= 0)
    Source = Slice.Copy.sources()[Index];
  PacketField &Field = Slice.addField(
      Source.Kind, Source.Original, sizeof(foreslice_fortran_unit),
      alignof(foreslice_fortran_unit),
      Distance ? sizeof(foreslice_fortran_unit::unit) : 0);
  Field.SourceOffset = Distance.value_or(0);
  Field.Guarded = Distance.has_value();
  Field.Asked = &Family;
  callAbi(B, Abi::foreslice_slice_fortran_at_launch,
          {Slice.addressOf(B, Field)});
}

/// The slice opens the file itself. What the main thread forwards, its IOSTAT,
/// is for slices that cannot.
bool FortranLowering::lowerOpen(CallBase &CB, CallBase &Original,
                                ArrayRef<ForwardedPart> Parts, bool Opens) {
  IRBuilder<> B(&CB);
  Slice.Result.Posix = true;
  SmallVector<Value *> Args = {B.getInt32(Slice.forwardSite(
      Original, {ForwardedPart::Result, sizeof(foreslice_handle)}))};
  append_range(Args, CB.args());
  CB.replaceAllUsesWith(callAbi(B, Abi::foreslice_slice_fortran_open, Args));
  return true;
}

/// Which function of the run time makes a step.
static Abi stepFunction(const IOCall &Call) {
  switch (Call.Kind) {
  case IOKind::Read:
    return Call.has(Role::Lower)    ? Abi::foreslice_slice_fortran_named
           : Call.has(Role::Buffer) ? Abi::foreslice_slice_fortran_item
                                    : Abi::foreslice_slice_fortran_read;
  case IOKind::Seek:
    return Abi::foreslice_slice_fortran_place;
  case IOKind::StreamChange:
    return Call.has(Role::Name) ? Abi::foreslice_slice_fortran_name
                                : Abi::foreslice_slice_fortran_end;
  case IOKind::StreamState:
    return Call.has(Role::File) ? Abi::foreslice_slice_fortran_inquire
                                : Abi::foreslice_slice_fortran_inquire_file;
  default:
    llvm_unreachable("not a step of a statement");
  }
}

/// Data that the slice does not need go nowhere.
void FortranLowering::lowerCall(CallBase &CB, const IOCall &Call, CallRole As) {
  IRBuilder<> B(&CB);
  Slice.Result.Posix = true;
  SmallVector<Value *> Args(CB.args());
  if (Call.has(Role::Buffer) && As != CallRole::NeedsData)
    Args[Call.position(Role::Buffer)] = ConstantPointerNull::get(B.getPtrTy());
  Value *Gives = callAbi(B, stepFunction(Call), Args);
  if (!CB.use_empty())
    CB.replaceAllUsesWith(Gives);
  CB.eraseFromParent();
}

} // namespace foreslice
