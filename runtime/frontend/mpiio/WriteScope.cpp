//===- WriteScope.cpp - writes under way ----------------------------------===//
//
// See WriteScope.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/WriteScope.h"

#include "frontend/Runtime.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/ServedRead.h"
#include "support/Delay.h"

namespace foreslice {

//===----------------------------------------------------------------------===//
// What the cache is told
//===----------------------------------------------------------------------===//

WriteScope::WriteScope(const std::shared_ptr<OpenFile> &File,
                       const WriteTold &Told, WriteCall Call)
    : Told(Told) {
  if (!File || !File->Shared)
    return;
  Cached = File->Shared->cached();
  if (Cached)
    Begun =
        runtime().coherence().beginWrite(*Cached, Told.Range, Told.Given, Call);
  delayPoint();
}

WriteScope::~WriteScope() {
  delayPoint();
  if (Cached)
    runtime().coherence().endWrite(*Cached, Told.Range, Told.ByAll, Told.Given);
}

void WriteScope::keep(const MpiCall &W, const WritePlace &Where,
                      const void *Buffer, WrittenPages::For Who) {
  if (Begun.Epoch == 0 || !Where || !Where->FileView || Where->Length == 0)
    return;
  attempt([&] {
    LayoutRef Item = mpi().types().layout(W.Type);
    LayoutPtr Memory =
        Item ? Item->items(static_cast<uint64_t>(W.Count)) : nullptr;
    if (Memory)
      runtime().coherence().keepWritten(*Cached, Begun, *Where, Memory, Buffer,
                                        Who);
    return true;
  });
}

void WriteScope::drop() {
  if (Cached)
    runtime().coherence().dropWritten(*Cached, Told.Range);
}

//===----------------------------------------------------------------------===//
// One started write
//===----------------------------------------------------------------------===//

std::shared_ptr<PlacedWrite>
PlacedWrite::begin(const std::shared_ptr<OpenFile> &File,
                   const WritePlace &Where, bool ByAll) {
  std::shared_ptr<PlacedWrite> Write;
  if (!Where || !Where->FileView || (Where->Length == 0 && !ByAll) ||
      !File->Cached || File->Shared->cached() != File->Cached)
    return Write;
  const ByteRange Range = rangeOf(Where);
  attempt([&] {
    Write = std::make_shared<PlacedWrite>(
        File,
        ByAll ? WriteTold{{}, {Range, File->Number}, File->Job}
              : WriteTold{Range, {Range}, 0},
        Where->Length, ByAll);
    return true;
  });
  return Write;
}

void PlacedWrite::keep(const MpiCall &W, const WritePlace &Where,
                       const void *Buffer) {
  Scope->keep(W, Where, Buffer,
              ByAll ? WrittenPages::For::Voters : WrittenPages::For::Anybody);
}

void PlacedWrite::ended(MPI_Status *Status) {
  if (!Status || bytesOf(*Status) != Length) {
    Scope->drop();
    if (ByAll)
      File->WriteHasFailed = true;
  }
  Scope.reset();
}

void PlacedWrite::abandon() { File->hold(OpenFile::Nonblocking); }

} // namespace foreslice
