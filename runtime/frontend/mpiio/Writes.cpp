//===- Writes.cpp - the MPI_File_write* entry points ----------------------===//
//
// Every write drops the changed pages from the cache, and keeps the pages out
// while the write is under way. A collective write may change bytes of another
// rank, and therefore concerns the whole file, unless one rank opened the file;
// so does a write at the shared pointer.
// A rank may leave a collective write while another rank still writes, and the
// end of the other write is not visible: the file is not cached until
// MPI_File_sync, close, or the vote of a collective read. What this rank itself
// has given in a blocking write is certain, and may be kept. The end of a
// nonblocking write is in MPI_Wait and so on, in a hundred forms: the file is
// not cached from the start of the write to the handle's next MPI_File_sync or
// close.
//
//===----------------------------------------------------------------------===//

#include "frontend/Runtime.h"
#include "frontend/mpiio/Files.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/RecordedCall.h"
#include "frontend/mpiio/ServedRead.h"
#include "layout/Access.h"
#include "support/Delay.h"

#include <optional>

using namespace foreslice;

namespace {

/// Where a write goes to. Nothing if unknown, or if nobody asks.
using Place = std::optional<Access>;

/// The place of a write to a file that the cache has open.
Place placeOf(const MpiCall &W, const std::shared_ptr<OpenFile> &File) {
  Place Where;
  if (File && File->Shared && File->Shared->cached())
    attempt([&] {
      Where = accessOf(W, *File);
      return true;
    });
  return Where;
}

/// The smallest range with all bytes of a write; the whole file if unknown.
ByteRange rangeOf(const Place &Where) {
  return Where && Where->Length != 0 ? Where->range() : ByteRange{};
}

/// A blocking write under way.
class WriteScope {
public:
  /// ByAll: all ranks with the job file of this number write, and hold the
  /// range until the next sync.
  WriteScope(const std::shared_ptr<OpenFile> &File, ByteRange R,
             const PageSharing::Announcement &Given, uint64_t ByAll = 0)
      : Range(R), Given(Given), ByAll(ByAll) {
    if (!File || !File->Shared)
      return;
    Cached = File->Shared->cached();
    if (Cached)
      Begun = runtime().coherence().beginWrite(*Cached, Range, Given);
    delayPoint();
  }
  ~WriteScope() {
    delayPoint();
    if (Cached)
      runtime().coherence().endWrite(*Cached, Range, ByAll, Given);
  }
  WriteScope(const WriteScope &) = delete;
  WriteScope &operator=(const WriteScope &) = delete;

  /// The write to Where has succeeded: the cache may keep what was written.
  void keep(const MpiCall &W, const Place &Where, const void *Buffer,
            WrittenPages::For Who) {
    if (Begun.Epoch == 0 || !Where || !Where->FileView || Where->Length == 0)
      return;
    attempt([&] {
      LayoutRef Item = mpi().types().layout(W.Type);
      LayoutPtr Memory =
          Item ? Item->items(static_cast<uint64_t>(W.Count)) : nullptr;
      if (Memory)
        runtime().coherence().keepWritten(*Cached, Begun, *Where, Memory,
                                          Buffer, Who);
      return true;
    });
  }

private:
  std::shared_ptr<CachedFile> Cached;
  ByteRange Range;
  PageSharing::Announcement Given;
  uint64_t ByAll;
  Coherence::WriteBegun Begun;
};

/// Whether independent writes are to be looked at.
bool writesMatter() {
  return mpi().files().Reading.load() > 0 || RecordedCall::isWanted();
}

/// Tells learning sources of writes at a known place.
void tellSources(const Place &Where, const CachedFile &C) {
  if (!sources().listenToWrites() || !Where || !Where->FileView ||
      Where->Length == 0)
    return;
  attempt([&] {
    sources().writes(C.Id, Where->range(), C.Stats);
    return true;
  });
}

/// Writes and reads share one sequence of call ids. Requests parked behind the
/// call may go on, except for the range of the begun write.
void takeCallId(const std::shared_ptr<OpenFile> &File, const MpiCall &W,
                const Place &Where) {
  if (File && W.From == Pointer::Shared)
    File->SharedPointerUsed = true;
  if (File && File->Shared && sources().anyCounts())
    if (std::shared_ptr<CachedFile> C = File->Shared->cached()) {
      sources().callBegins(*C);
      tellSources(Where, *C);
    }
}

using Layer = RecordedCall::Layer;

/// Makes the write. The time of a started write covers the start only.
template <typename Plain>
int recorded(const MpiCall &W, const OpenFile *File, Layer Wrapper, Plain &&P) {
  RecordedCall Call(W, File, RecordedCall::Operation::Write, Wrapper);
  int Error = P();
  if (Error == MPI_SUCCESS)
    Call.ended();
  return Error;
}

/// Makes a blocking write of Scope to Where, and keeps what was written.
template <typename Plain>
int blockingWrite(const MpiCall &W, const void *Buffer, MPI_Status *Status,
                  OpenFile *File, const Place &Where, WriteScope &Scope,
                  Layer Wrapper, Plain &&P) {
  MPI_Status Own;
  MPI_Status *S = Status == MPI_STATUS_IGNORE && Where ? &Own : Status;
  const int Error = recorded(W, File, Wrapper, [&] { return P(S); });
  if (!Where)
    return Error;
  const bool IsByAll = Wrapper == Layer::MpiIoCollective;
  if (Error == MPI_SUCCESS && bytesOf(*S) == Where->Length)
    Scope.keep(W, Where, Buffer,
               IsByAll ? WrittenPages::For::Voters
                       : WrittenPages::For::Anybody);
  else if (IsByAll)
    File->WriteHasFailed = true;
  return Error;
}

template <typename Plain>
int independentWrite(MpiCall W, const void *Buffer, MPI_Status *Status,
                     Plain &&P) {
  if (!writesMatter())
    return P(Status);
  std::shared_ptr<OpenFile> File = mpi().files().find(W.Handle);
  std::unique_lock<std::mutex> Turn;
  if (File)
    Turn = takeTurn(W.From, *File);
  const Place Where = placeOf(W, File);
  const ByteRange Range = rangeOf(Where);
  WriteScope Scope(File, Range, {Range});
  takeCallId(File, W, Where);
  delayPoint();
  return blockingWrite(W, Buffer, Status, File.get(), Where, Scope,
                       Layer::MpiIo, P);
}

void holdIfTogether(const std::shared_ptr<OpenFile> &File) {
  if (File && !File->OneRank)
    File->hold(OpenFile::Together);
}

/// Ignores the present state of the cache: another handle may be opened
/// meanwhile.
template <typename Plain>
int writeWithOthers(MpiCall W, const void *Buffer, MPI_Status *Status,
                    Plain &&P) {
  std::shared_ptr<OpenFile> File = mpi().files().find(W.Handle);
  if (!File || File->OneRank) {
    if (File && W.From == Pointer::Shared)
      File->SharedPointerUsed = true;
    return independentWrite(W, Buffer, Status, P);
  }
  File->hold(OpenFile::Together);
  const bool IsPlaced = W.From != Pointer::Shared; // else others may go first
  const Place Where = IsPlaced ? placeOf(W, File) : std::nullopt;
  WriteScope Scope(File, {}, {rangeOf(Where), File->Number},
                   IsPlaced ? File->Job : 0);
  takeCallId(File, W, Where);
  delayPoint();
  return blockingWrite(W, Buffer, Status, File.get(), Where, Scope,
                       Layer::MpiIoCollective, P);
}

/// Starts a write, and ignores the present state of the cache.
template <typename Plain>
int startedWrite(MpiCall W, OpenFile::Reason Reason, Layer Wrapper, Plain &&P) {
  std::shared_ptr<OpenFile> File = mpi().files().find(W.Handle);
  if (File) {
    File->hold(Reason);
    const Place Where = W.From != Pointer::Shared || File->OneRank
                            ? placeOf(W, File)
                            : std::nullopt;
    if (File->Shared)
      if (std::shared_ptr<CachedFile> Cached = File->Shared->cached())
        runtime().coherence().announceWrite(*Cached, rangeOf(Where));
    takeCallId(File, W, Where);
  }
  delayPoint();
  int Error = recorded(W, File.get(), Wrapper, P);
  delayPoint();
  return Error;
}

template <typename Plain> int endedWrite(MPI_File Handle, Plain &&P) {
  int Error = P();
  delayPoint();
  if (auto File = mpi().files().find(Handle)) {
    holdIfTogether(File);
    File->release(OpenFile::Split);
  }
  return Error;
}

} // namespace

#define WRITE(NAME, COUNT)                                                     \
  int MPI_File_##NAME(MPI_File F, const void *B, COUNT N, MPI_Datatype T,      \
                      MPI_Status *S) {                                         \
    return independentWrite({F, N, T, Pointer::Individual, 0, FORESLICE_SITE}, \
                            B, S, [&](MPI_Status *Status) {                    \
                              return PMPI_File_##NAME(F, B, N, T, Status);     \
                            });                                                \
  }

#define WRITE_AT(NAME, COUNT)                                                  \
  int MPI_File_##NAME(MPI_File F, MPI_Offset O, const void *B, COUNT N,        \
                      MPI_Datatype T, MPI_Status *S) {                         \
    return independentWrite({F, N, T, Pointer::None, O, FORESLICE_SITE}, B, S, \
                            [&](MPI_Status *Status) {                          \
                              return PMPI_File_##NAME(F, O, B, N, T, Status);  \
                            });                                                \
  }

#define WRITE_TOGETHER(NAME, COUNT, FROM)                                      \
  int MPI_File_##NAME(MPI_File F, const void *B, COUNT N, MPI_Datatype T,      \
                      MPI_Status *S) {                                         \
    return writeWithOthers({F, N, T, FROM, 0, FORESLICE_SITE}, B, S,           \
                           [&](MPI_Status *Status) {                           \
                             return PMPI_File_##NAME(F, B, N, T, Status);      \
                           });                                                 \
  }

#define WRITE_TOGETHER_AT(NAME, COUNT)                                         \
  int MPI_File_##NAME(MPI_File F, MPI_Offset O, const void *B, COUNT N,        \
                      MPI_Datatype T, MPI_Status *S) {                         \
    return writeWithOthers({F, N, T, Pointer::None, O, FORESLICE_SITE}, B, S,  \
                           [&](MPI_Status *Status) {                           \
                             return PMPI_File_##NAME(F, O, B, N, T, Status);   \
                           });                                                 \
  }

#define IWRITE(NAME, COUNT, FROM, LAYER)                                       \
  int MPI_File_##NAME(MPI_File F, const void *B, COUNT N, MPI_Datatype T,      \
                      MPI_Request *R) {                                        \
    return startedWrite({F, N, T, FROM, 0, FORESLICE_SITE},                    \
                        OpenFile::Nonblocking, LAYER,                          \
                        [&] { return PMPI_File_##NAME(F, B, N, T, R); });      \
  }

#define IWRITE_AT(NAME, COUNT, FROM, LAYER)                                    \
  int MPI_File_##NAME(MPI_File F, MPI_Offset O, const void *B, COUNT N,        \
                      MPI_Datatype T, MPI_Request *R) {                        \
    return startedWrite({F, N, T, FROM, O, FORESLICE_SITE},                    \
                        OpenFile::Nonblocking, LAYER,                          \
                        [&] { return PMPI_File_##NAME(F, O, B, N, T, R); });   \
  }

#define BEGIN(NAME, COUNT, FROM)                                               \
  int MPI_File_##NAME(MPI_File F, const void *B, COUNT N, MPI_Datatype T) {    \
    return startedWrite({F, N, T, FROM, 0, FORESLICE_SITE}, OpenFile::Split,   \
                        Layer::MpiIoCollective,                                \
                        [&] { return PMPI_File_##NAME(F, B, N, T); });         \
  }

#define BEGIN_AT(NAME, COUNT, FROM)                                            \
  int MPI_File_##NAME(MPI_File F, MPI_Offset O, const void *B, COUNT N,        \
                      MPI_Datatype T) {                                        \
    return startedWrite({F, N, T, FROM, O, FORESLICE_SITE}, OpenFile::Split,   \
                        Layer::MpiIoCollective,                                \
                        [&] { return PMPI_File_##NAME(F, O, B, N, T); });      \
  }

#define END(NAME)                                                              \
  int MPI_File_##NAME(MPI_File F, const void *B, MPI_Status *S) {              \
    return endedWrite(F, [&] { return PMPI_File_##NAME(F, B, S); });           \
  }

extern "C" {

WRITE(write, int)
WRITE_AT(write_at, int)
WRITE_TOGETHER(write_all, int, Pointer::Individual)
WRITE_TOGETHER_AT(write_at_all, int)
WRITE_TOGETHER(write_shared, int, Pointer::Shared)
WRITE_TOGETHER(write_ordered, int, Pointer::Shared)
IWRITE(iwrite, int, Pointer::Individual, Layer::MpiIo)
IWRITE_AT(iwrite_at, int, Pointer::None, Layer::MpiIo)
IWRITE(iwrite_all, int, Pointer::Individual, Layer::MpiIoCollective)
IWRITE_AT(iwrite_at_all, int, Pointer::None, Layer::MpiIoCollective)
IWRITE(iwrite_shared, int, Pointer::Shared, Layer::MpiIo)
BEGIN(write_all_begin, int, Pointer::Individual)
BEGIN_AT(write_at_all_begin, int, Pointer::None)
BEGIN(write_ordered_begin, int, Pointer::Shared)
END(write_all_end)
END(write_at_all_end)
END(write_ordered_end)
#if FORESLICE_LARGE_COUNTS
WRITE(write_c, MPI_Count)
WRITE_AT(write_at_c, MPI_Count)
WRITE_TOGETHER(write_all_c, MPI_Count, Pointer::Individual)
WRITE_TOGETHER_AT(write_at_all_c, MPI_Count)
WRITE_TOGETHER(write_shared_c, MPI_Count, Pointer::Shared)
WRITE_TOGETHER(write_ordered_c, MPI_Count, Pointer::Shared)
IWRITE(iwrite_c, MPI_Count, Pointer::Individual, Layer::MpiIo)
IWRITE_AT(iwrite_at_c, MPI_Count, Pointer::None, Layer::MpiIo)
IWRITE(iwrite_all_c, MPI_Count, Pointer::Individual, Layer::MpiIoCollective)
IWRITE_AT(iwrite_at_all_c, MPI_Count, Pointer::None, Layer::MpiIoCollective)
IWRITE(iwrite_shared_c, MPI_Count, Pointer::Shared, Layer::MpiIo)
BEGIN(write_all_begin_c, MPI_Count, Pointer::Individual)
BEGIN_AT(write_at_all_begin_c, MPI_Count, Pointer::None)
BEGIN(write_ordered_begin_c, MPI_Count, Pointer::Shared)
#endif

} // extern "C"
