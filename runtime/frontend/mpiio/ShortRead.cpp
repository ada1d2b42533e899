//===- ShortRead.cpp - a read across the end of a file --------------------===//
//
// See ShortRead.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/ShortRead.h"
#include "frontend/mpiio/MpiFrontend.h"

#include <sys/stat.h>

namespace foreslice {

/// Whether the items of a datatype follow each other without holes.
static bool isDense(const Layout &Item) {
  const LayoutNode &Data = *Item.Data;
  return Data.ascending() && Item.Extent >= 0 &&
         static_cast<uint64_t>(Item.Extent) == Data.size() &&
         static_cast<uint64_t>(Data.dataEnd() - Data.dataBegin()) ==
             Data.size();
}

void ShortRead::trim(ReadPlan &Plan) {
  const CachedFile &File = *Of.Cached;
  struct stat S;
  if (R.From == Pointer::Shared || Of.Shared->reachesTo(Plan.fileEnd(), File) ||
      !File.status(S))
    return;
  const Access &Read = Plan.access();
  ByteRange Range = Read.range();
  uint64_t Bytes = Read.bytesBefore(static_cast<uint64_t>(S.st_size));
  LayoutRef Item = mpi().types().layout(R.Type);
  if (Range.End - Range.Begin != Read.Length || !Item || !isDense(*Item) ||
      Bytes == 0 || Bytes == Read.Length ||
      Bytes % Read.FileView->EtypeSize != 0)
    return;
  FileBytes = Bytes;
  AskedEtypes = Read.etypes();
  Rule = mpi().endRules().of(Of.Shared->Key.Device, R.From);
  Trimmed = Rule == EndRule::MovesByAsked || Rule == EndRule::MovesByRead;
  if (Trimmed)
    Plan.shorten(Bytes);
}

void ShortRead::begins() {
  if (R.From != Pointer::None)
    Before = Of.position(R.From);
}

void ShortRead::ended(uint64_t Bytes) {
  EndRule Seen = Bytes == FileBytes ? EndRule::MovesByRead : EndRule::Other;
  if (R.From != Pointer::None && Seen != EndRule::Other) {
    std::optional<int64_t> After = Of.position(R.From);
    int64_t Moved = Before && After ? *After - *Before : -1;
    auto Read = static_cast<int64_t>(FileBytes / Of.view()->EtypeSize);
    Seen = Moved == AskedEtypes ? EndRule::MovesByAsked
           : Moved == Read      ? EndRule::MovesByRead
                                : EndRule::Other;
  }
  mpi().endRules().learn(Of.Shared->Key.Device, R.From, Seen);
}

} // namespace foreslice
