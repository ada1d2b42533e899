//===- RecordedCall.cpp - accesses by MPI-IO, written down ----------------===//
//
// See RecordedCall.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/RecordedCall.h"

#include "frontend/mpiio/MpiFrontend.h"
#include "recorder/AccessRecorder.h"
#include "support/Clock.h"

namespace foreslice {

std::optional<Access> accessOf(const MpiCall &Call, const OpenFile &File) {
  std::optional<int64_t> Position =
      Call.From == Pointer::None ? Call.Offset : File.position(Call.From);
  return Position ? Access::of(File.view(), *Position, Call.Count,
                               mpi().types().layout(Call.Type))
                  : std::nullopt;
}

bool RecordedCall::isWanted() { return AccessRecorder::get().isOn(); }

RecordedCall::RecordedCall(const MpiCall &Call, const OpenFile *Opened,
                           Operation Is, Layer Wrapper)
    : Site(Call.Site), Is(Is), Wrapper(Wrapper) {
  if (!Opened || !Opened->Shared || !isWanted())
    return;
  try {
    Touched = accessOf(Call, *Opened);
  } catch (const std::exception &) {
    return; // no memory
  }
  File = Opened;
  Start = nowNs();
}

void RecordedCall::ended(std::optional<uint64_t> Bytes) const {
  if (!File || !Touched || Touched->Length == 0)
    return;
  const uint64_t Ns = nowNs() - Start;
  const ByteRange Range = Touched->range();
  RecordedAccess::Scattering Scattered{};
  const bool IsScattered = Range.End - Range.Begin != Touched->Length;
  if (IsScattered)
    Scattered = {
        .Place = Touched->Begin,
        .Shift = static_cast<uint64_t>(Touched->FileView->Displacement),
        .Span = Range.End - Range.Begin,
        .View = reinterpret_cast<uintptr_t>(Touched->FileView->Tiles.get())};
  AccessRecorder::get().note({.Wrapper = Wrapper,
                              .Is = Is,
                              .File = File->Shared->Key,
                              .Offset = static_cast<int64_t>(Range.Begin),
                              .Bytes = Touched->Length,
                              .Result = Bytes.value_or(Touched->Length),
                              .StartNs = Start,
                              .Ns = Ns,
                              .Site = Site,
                              .Scattered = IsScattered ? &Scattered : nullptr},
                             [&] { return File->Path; });
}

} // namespace foreslice
