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
  std::optional<int64_t> At =
      Call.From == Pointer::None ? Call.Offset : File.position(Call.From);
  return At ? Access::of(File.view(), *At, Call.Count,
                         mpi().types().layout(Call.Type))
            : std::nullopt;
}

bool RecordedCall::isWanted() { return AccessRecorder::get().isOn(); }

RecordedCall::RecordedCall(const MpiCall &Call, const OpenFile *Of,
                           Operation Is, Layer Through)
    : Site(Call.Site), Is(Is), Through(Through) {
  if (!Of || !Of->Shared || !isWanted())
    return;
  try {
    At = accessOf(Call, *Of);
  } catch (const std::exception &) {
    return; // no memory
  }
  File = Of;
  Start = nowNs();
}

void RecordedCall::ended(std::optional<uint64_t> Bytes) const {
  if (!File || !At || At->Length == 0)
    return;
  const uint64_t Ns = nowNs() - Start;
  const ByteRange Range = At->range();
  RecordedAccess::Scattering Scattered{};
  const bool IsScattered = Range.End - Range.Begin != At->Length;
  if (IsScattered)
    Scattered = {.Place = At->Begin,
                 .Shift = static_cast<uint64_t>(At->FileView->Displacement),
                 .Span = Range.End - Range.Begin,
                 .View =
                     reinterpret_cast<uintptr_t>(At->FileView->Tiles.get())};
  AccessRecorder::get().note({.Through = Through,
                              .Is = Is,
                              .File = File->Shared->Key,
                              .Offset = static_cast<int64_t>(Range.Begin),
                              .Bytes = At->Length,
                              .Result = Bytes.value_or(At->Length),
                              .StartNs = Start,
                              .Ns = Ns,
                              .Site = Site,
                              .Scattered = IsScattered ? &Scattered : nullptr},
                             [&] { return File->Path; });
}

} // namespace foreslice
