//===- Writes.cpp - the MPI_File_write* entry points ----------------------===//
//
// Every write drops the changed pages from the cache, and keeps the pages out
// while the write is under way. A collective write may change bytes of another
// rank, and therefore concerns the whole file, unless one rank opened the file;
// so does a write at the shared pointer.
// A rank may leave a collective write while another rank still writes, and the
// end of the other write is not visible: the file is not cached until
// MPI_File_sync, close, or the vote of a collective read. What this rank itself
// has given in a write that has ended is certain, and may be kept. The end of a
// nonblocking write is seen in Waits.cpp. If the end cannot be told, as in
// Fortran, the file is not cached from the start of the write to the handle's
// next MPI_File_sync or close.
//
//===----------------------------------------------------------------------===//

#include "frontend/Runtime.h"
#include "frontend/mpiio/EntryPoints.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/ServedRead.h"
#include "frontend/mpiio/WriteScope.h"
#include "support/Delay.h"

using namespace foreslice;

namespace {

/// The place of a write to a file that the cache has open.
WritePlace placeOf(const MpiCall &W, const std::shared_ptr<OpenFile> &File) {
  WritePlace Where;
  if (File && File->Shared && File->Shared->cached())
    attempt([&] {
      Where = accessOf(W, *File);
      return true;
    });
  return Where;
}

/// Whether independent writes are to be looked at.
bool writesMatter() {
  return mpi().files().Reading.load() > 0 || RecordedCall::isWanted();
}

/// Tells learning sources of writes at a known place.
void tellSources(const WritePlace &Where, const CachedFile &C) {
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
                const WritePlace &Where) {
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
                  OpenFile *File, const WritePlace &Where, WriteScope &Scope,
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

/// Whether the end of a nonblocking write of this call will be seen.
bool isEndSeen() {
  return !entry_points::isFromFortran() && mpi().startedWrites().hasRoom();
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
  const WritePlace Where = placeOf(W, File);
  const ByteRange Range = rangeOf(Where);
  WriteScope Scope(File, {Range, {Range}, 0}, WriteCall::Blocking);
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
  const WritePlace Where = IsPlaced ? placeOf(W, File) : std::nullopt;
  WriteScope Scope(
      File, {{}, {rangeOf(Where), File->Number}, IsPlaced ? File->Job : 0},
      WriteCall::Blocking);
  takeCallId(File, W, Where);
  delayPoint();
  return blockingWrite(W, Buffer, Status, File.get(), Where, Scope,
                       Layer::MpiIoCollective, P);
}

/// A write without a known place or end begins. Ignores the present state of
/// the cache.
void holdFor(OpenFile::Reason Reason, const WritePlace &Where, OpenFile &File) {
  File.hold(Reason);
  if (File.Shared)
    if (std::shared_ptr<CachedFile> Cached = File.Shared->cached())
      runtime().coherence().announceWrite(*Cached, rangeOf(Where));
}

/// Starts a write. Started: hands on the write, if its end will be known.
template <typename Plain, typename StartedFn>
int startedWrite(MpiCall W, const void *Buffer, OpenFile::Reason Reason,
                 Layer Wrapper, Plain &&P, StartedFn Started) {
  std::shared_ptr<OpenFile> File = mpi().files().find(W.Handle);
  std::unique_lock<std::mutex> Turn;
  std::shared_ptr<PlacedWrite> Write;
  if (File) {
    Turn = takeTurn(W.From, *File);
    const WritePlace Where = W.From != Pointer::Shared || File->OneRank
                                 ? placeOf(W, File)
                                 : std::nullopt;
    const bool ByAll = Wrapper == Layer::MpiIoCollective && !File->OneRank;
    if (ByAll)
      File->hold(OpenFile::Together);
    if (Reason == OpenFile::Split || isEndSeen())
      Write = PlacedWrite::begin(File, Where, ByAll);
    if (!Write)
      holdFor(Reason, Where, *File);
    takeCallId(File, W, Where);
    if (Write)
      Write->keep(W, Where, Buffer);
  }
  delayPoint();
  int Error = recorded(W, File.get(), Wrapper, P);
  delayPoint();
  if (Write && Error == MPI_SUCCESS)
    Started(*File, std::move(Write));
  else if (Write)
    Write->ended(nullptr);
  return Error;
}

template <typename Plain>
int nonblockingWrite(MpiCall W, const void *Buffer, MPI_Request *Request,
                     Layer Wrapper, Plain &&P) {
  return startedWrite(W, Buffer, OpenFile::Nonblocking, Wrapper, P,
                      [&](OpenFile &, std::shared_ptr<StartedWrite> Write) {
                        mpi().startedWrites().add(*Request, std::move(Write));
                      });
}

template <typename Plain>
int splitWrite(MpiCall W, const void *Buffer, Plain &&P) {
  return startedWrite(W, Buffer, OpenFile::Split, Layer::MpiIoCollective, P,
                      [](OpenFile &File, std::shared_ptr<StartedWrite> Write) {
                        File.SplitWrite = std::move(Write);
                      });
}

template <typename Plain>
int endedWrite(MPI_File Handle, MPI_Status *Status, Plain &&P) {
  std::shared_ptr<OpenFile> File = mpi().files().find(Handle);
  std::shared_ptr<StartedWrite> Write;
  if (File)
    Write = std::exchange(File->SplitWrite, nullptr);
  MPI_Status Own;
  MPI_Status *S = Status == MPI_STATUS_IGNORE && Write ? &Own : Status;
  int Error = P(S);
  delayPoint();
  if (Write)
    Write->ended(Error == MPI_SUCCESS ? S : nullptr);
  if (File) {
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
    return nonblockingWrite({F, N, T, FROM, 0, FORESLICE_SITE}, B, R, LAYER,   \
                            [&] { return PMPI_File_##NAME(F, B, N, T, R); });  \
  }

#define IWRITE_AT(NAME, COUNT, FROM, LAYER)                                    \
  int MPI_File_##NAME(MPI_File F, MPI_Offset O, const void *B, COUNT N,        \
                      MPI_Datatype T, MPI_Request *R) {                        \
    return nonblockingWrite(                                                   \
        {F, N, T, FROM, O, FORESLICE_SITE}, B, R, LAYER,                       \
        [&] { return PMPI_File_##NAME(F, O, B, N, T, R); });                   \
  }

#define BEGIN(NAME, COUNT, FROM)                                               \
  int MPI_File_##NAME(MPI_File F, const void *B, COUNT N, MPI_Datatype T) {    \
    return splitWrite({F, N, T, FROM, 0, FORESLICE_SITE}, B,                   \
                      [&] { return PMPI_File_##NAME(F, B, N, T); });           \
  }

#define BEGIN_AT(NAME, COUNT, FROM)                                            \
  int MPI_File_##NAME(MPI_File F, MPI_Offset O, const void *B, COUNT N,        \
                      MPI_Datatype T) {                                        \
    return splitWrite({F, N, T, FROM, O, FORESLICE_SITE}, B,                   \
                      [&] { return PMPI_File_##NAME(F, O, B, N, T); });        \
  }

#define END(NAME)                                                              \
  int MPI_File_##NAME(MPI_File F, const void *B, MPI_Status *S) {              \
    return endedWrite(F, S, [&](MPI_Status *Status) {                          \
      return PMPI_File_##NAME(F, B, Status);                                   \
    });                                                                        \
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
