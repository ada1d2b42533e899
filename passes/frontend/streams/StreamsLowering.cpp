//===- StreamsLowering.cpp - C++ streams in a slice -----------------------===//
//
// See StreamsLowering.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/streams/StreamsLowering.h"

using namespace llvm;

namespace foreslice {

/// Streams open at launch are copied then: the program reads on.
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
  const IOCall Launch("", IOKind::Open, {}, Family);
  open(B, {.Call = Launch, .Kind = FORESLICE_AT_LAUNCH},
       {.Of = Slice.handle(B, Stream), .To = Bytes});
}

/// A slice unable to open the file waits for the main thread. A scout does not
/// wait.
bool StreamsLowering::lowerOpen(CallBase &CB, CallBase &Original,
                                ArrayRef<ForwardedPart> Parts, bool Opens) {
  if (!Opens && Slice.Scout)
    return true;
  IRBuilder<> B(&CB);
  const IOCall &Open = *lookupIOCall(CB);
  open(B,
       {.Call = Open,
        .HandleBytes = sizeof(foreslice_handle),
        .Site = Slice.forwardSite(
            Original, {ForwardedPart::First, sizeof(foreslice_handle)})},
       {.Of = Slice.handle(B, Open.argument(CB, Role::File)),
        .Name = Opens ? Open.argument(CB, Role::Name) : nullptr,
        .Mode = Slice.wide(B, Open.argument(CB, Role::Mode))});
  return true;
}

/// Makes the run time's call for a step. Data not needed by the slice are
/// dropped.
Value *StreamsLowering::lowerStep(IRBuilder<> &B, CallBase &CB,
                                  const IOCall &Call, CallRole As) {
  auto Number = [&](unsigned I) { return Slice.wide(B, CB.getArgOperand(I)); };
  Value *Stream = Slice.handle(B, Call.argument(CB, Role::File));
  switch (Call.Kind) {
  case IOKind::Read:
    return access(B, {Call, As},
                  {.File = Stream,
                   .Place = Number(4),
                   .Count = Number(2),
                   .Type = Number(3),
                   .Buffer = As == CallRole::NeedsData
                                 ? Call.argument(CB, Role::Buffer)
                                 : nullptr});
  case IOKind::GetPosition:
    return query(B, {Call}, {.Of = Stream});
  case IOKind::StreamState:
    return query(B, {Call}, {.Of = Stream, .What = Number(1)});
  case IOKind::Seek:
    return move(B, {Call},
                {.File = Stream,
                 .To = Number(1),
                 .Amount = Number(2),
                 .Of = Number(3)});
  case IOKind::StreamChange:
    return move(B, {Call},
                {.File = Stream, .To = Number(2), .Amount = Number(1)});
  case IOKind::StreamMove:
    return move(B, {Call},
                {.File = Stream,
                 .Of = Slice.handle(B, Call.argument(CB, Role::Source))});
  default:
    llvm_unreachable("not a step of a stream");
  }
}

void StreamsLowering::lowerCall(CallBase &CB, const IOCall &Call, CallRole As) {
  IRBuilder<> B(&CB);
  Slice.Result.Posix = true;
  replaceCall(B, CB, lowerStep(B, CB, Call, As));
}

} // namespace foreslice
