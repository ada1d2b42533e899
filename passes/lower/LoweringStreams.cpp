//===- LoweringStreams.cpp - C++ streams in a slice -----------------------===//
//
// The steps that calls of streams come down to are calls of the run time, which
// has the state of a slice's streams. The stream is its address in the slice.
//
//===----------------------------------------------------------------------===//

#include "lower/SliceBuilder.h"

using namespace llvm;

namespace foreslice {

/// Streams that are open at launch are copied then: the program reads on.
void SliceBuilder::bindStreams() {
  IRBuilder<> B(Entry);
  for (auto [Index, Offset] : Plan.Streams) {
    Value *Pointer = VMap.lookup(Copy.begin()->getArgOperand(Index));
    if (!Pointer)
      continue;
    const LiveInSource &Source = Copy.sources()[Index];
    PacketField &Field =
        addField(Source.Kind, Source.Original, FORESLICE_STREAM_BYTES, 16,
                 FORESLICE_STREAM_BYTES);
    Field.SourceOffset = Offset;
    Field.Guarded = true;
    Value *Stream =
        B.CreateConstGEP1_64(B.getInt8Ty(), Pointer, uint64_t(Offset));
    Value *Bytes = B.CreateConstInBoundsGEP1_64(
        B.getInt8Ty(), Result.Slice->getArg(0), Field.Offset);
    callAbi(B, Abi::foreslice_slice_stream_at_launch,
            {handle(B, Stream), Bytes});
  }
}

/// Without OpensAhead, the slice waits for the main thread to open the file.
void SliceBuilder::openStream(CallBase &CB, CallBase &Original,
                              bool OpensAhead) {
  IRBuilder<> B(&CB);
  const IOCall *Open = lookupIOCall(CB);
  if (OpensAhead || !Scout) {
    Value *Site = B.getInt32(forwardSite(
        Original, {ForwardedPart::Stream, sizeof(foreslice_handle)}));
    Value *Name = OpensAhead ? Open->argument(CB, Role::Name)
                             : ConstantPointerNull::get(B.getPtrTy());
    callAbi(B, Abi::foreslice_slice_stream_open,
            {Site, handle(B, Open->argument(CB, Role::File)), Name,
             Open->argument(CB, Role::Mode)});
  }
  CB.eraseFromParent();
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
void SliceBuilder::lowerStream(CallBase &CB, const IOCall &Call, CallRole As) {
  IRBuilder<> B(&CB);
  Result.Posix = true;
  SmallVector<Value *> Args;
  for (unsigned I = 0; I < CB.arg_size(); ++I) {
    Value *Arg = CB.getArgOperand(I);
    if (Call.is(I, Role::File) || Call.is(I, Role::Source))
      Arg = handle(B, Arg);
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
