//===- LoweringFortran.cpp - Fortran's statements in a slice --------------===//
//
// The steps that statements come down to are calls of the run time, which has
// the state of a slice's units. Each has the arguments of the step.
//
//===----------------------------------------------------------------------===//

#include "lower/SliceBuilder.h"

using namespace llvm;

namespace foreslice {

/// Units that are open at launch are what the launch says of them.
void SliceBuilder::bindUnits() {
  IRBuilder<> B(Entry);
  for (auto [Number, Distance] : Plan.Units) {
    LiveInSource Source = {LiveInSource::Value, Number};
    if (auto *GV = dyn_cast<GlobalVariable>(Number))
      Source.Original = Copy.analysisModule().originalOf(GV);
    else if (int Index = Slicer::liveInIndex(Copy, Number); Index >= 0)
      Source = Copy.sources()[Index];
    PacketField &Field =
        addField(Source.Kind, Source.Original, sizeof(foreslice_fortran_unit),
                 alignof(foreslice_fortran_unit),
                 Distance ? sizeof(foreslice_fortran_unit::unit) : 0);
    Field.SourceOffset = Distance.value_or(0);
    Field.Guarded = Distance.has_value();
    Field.Unit = true;
    callAbi(B, Abi::foreslice_slice_fortran_at_launch,
            {B.CreateConstInBoundsGEP1_64(
                B.getInt8Ty(), Result.Slice->getArg(0), Field.Offset)});
  }
}

/// The slice opens the file itself. What the main thread forwards, its IOSTAT,
/// is for slices that cannot.
void SliceBuilder::openUnit(CallBase &CB, CallBase &Original) {
  IRBuilder<> B(&CB);
  Result.Posix = true;
  SmallVector<Value *> Args = {B.getInt32(forwardSite(
      Original, {ForwardedPart::Result, sizeof(foreslice_handle)}))};
  append_range(Args, CB.args());
  Value *Unit = callAbi(B, Abi::foreslice_slice_fortran_open, Args);
  CB.replaceAllUsesWith(Unit);
  CB.eraseFromParent();
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
void SliceBuilder::lowerFortran(CallBase &CB, const IOCall &Call, CallRole As) {
  IRBuilder<> B(&CB);
  Result.Posix = true;
  SmallVector<Value *> Args(CB.args());
  if (Call.has(Role::Buffer) && As != CallRole::NeedsData)
    Args[Call.position(Role::Buffer)] = ConstantPointerNull::get(B.getPtrTy());
  Value *Gives = callAbi(B, stepFunction(Call), Args);
  if (!CB.use_empty())
    CB.replaceAllUsesWith(Gives);
  CB.eraseFromParent();
}

} // namespace foreslice
