//===- StreamsLowering.cpp - C++ streams in a slice -----------------------===//
//
// See StreamsLowering.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/streams/StreamsLowering.h"

using namespace llvm;

namespace foreslice {

/// Streams that are open at launch are copied then: the program reads on.
void StreamsLowering::bindFile(const FileAtLaunch &File) {
  auto [Base, Offset] = File;
  Value *Pointer = Slice.VMap.lookup(Base);
  if (!Pointer)
    return;
  IRBuilder<> B(Slice.Entry);
  const LiveInSource &Source =
      Slice.Copy.sources()[Slicer::liveInIndex(Slice.Copy, Base)];
  PacketField &Field =
      Slice.addField(Source.Kind, Source.Original, FORESLICE_STREAM_BYTES, 16,
                     FORESLICE_STREAM_BYTES);
  Field.SourceOffset = *Offset;
  Field.Guarded = true;
  Value *Stream =
      B.CreateConstGEP1_64(B.getInt8Ty(), Pointer, uint64_t(*Offset));
  Value *Bytes = Slice.addressOf(B, Field);
  callAbi(B, Abi::foreslice_slice_stream_at_launch,
          {Slice.handle(B, Stream), Bytes});
}

/// If the slice does not open the file, it waits for the main thread to do so.
/// A scout does not wait.
bool StreamsLowering::lowerOpen(CallBase &CB, CallBase &Original,
                                ArrayRef<ForwardedPart> Parts, bool Opens) {
  if (!Opens && Slice.Scout)
    return true;
  IRBuilder<> B(&CB);
  const IOCall *Open = lookupIOCall(CB);
  Value *Site = B.getInt32(Slice.forwardSite(
      Original, {ForwardedPart::First, sizeof(foreslice_handle)}));
  Value *Name = Opens ? Open->argument(CB, Role::Name)
                      : ConstantPointerNull::get(B.getPtrTy());
  callAbi(B, Abi::foreslice_slice_stream_open,
          {Site, Slice.handle(B, Open->argument(CB, Role::File)), Name,
           Open->argument(CB, Role::Mode)});
  return true;
}

/// Which function of the run time makes a step.
static Abi stepFunction(const IOCall &Call) {
  switch (Call.Kind) {
  case IOKind::Read:
    return Abi::foreslice_slice_stream_read;
  case IOKind::Seek:
    return Abi::foreslice_slice_stream_seek;
  case IOKind::GetPosition:
    return Abi::foreslice_slice_stream_position;
  case IOKind::StreamState:
    return Abi::foreslice_slice_stream_state;
  case IOKind::StreamChange:
    return Abi::foreslice_slice_stream_change;
  case IOKind::StreamMove:
    return Abi::foreslice_slice_stream_move;
  default:
    llvm_unreachable("not a step of a stream");
  }
}

/// Data that the slice does not need go nowhere.
void StreamsLowering::lowerCall(CallBase &CB, const IOCall &Call, CallRole As) {
  IRBuilder<> B(&CB);
  Slice.Result.Posix = true;
  SmallVector<Value *> Args;
  for (unsigned I = 0; I < CB.arg_size(); ++I) {
    Value *Arg = CB.getArgOperand(I);
    if (Call.is(I, Role::File) || Call.is(I, Role::Source))
      Arg = Slice.handle(B, Arg);
    else if (Call.is(I, Role::Buffer) && As != CallRole::NeedsData)
      Arg = ConstantPointerNull::get(B.getPtrTy());
    Args.push_back(Arg);
  }
  Value *Gives = callAbi(B, stepFunction(Call), Args);
  if (!CB.use_empty())
    CB.replaceAllUsesWith(Gives);
  CB.eraseFromParent();
}

} // namespace foreslice
