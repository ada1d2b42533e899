//===- SliceCalls.cpp - MPI-IO in slices ----------------------------------===//
//
// Runs on the prefetch thread and makes no MPI call. SliceSteps.cpp has the
// work of reads and writes, DependentRead.cpp the reads with data for the
// slice.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/Communicators.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/slice/CallsAwaited.h"
#include "frontend/mpiio/slice/DependentRead.h"
#include "frontend/mpiio/slice/FileEnds.h"
#include "frontend/mpiio/slice/MadeTypes.h"
#include "frontend/mpiio/slice/OpenedAhead.h"
#include "frontend/mpiio/slice/ScoutedReads.h"
#include "frontend/mpiio/slice/SliceRegion.h"
#include "source/slice/SliceExecution.h"
#include "source/slice/Values.h"

#include <sys/stat.h>

namespace foreslice {

namespace {

SliceEnd run(const SliceAccess &C) try {
  std::shared_ptr<OpenFile> File = mpi().findForSlice(C.File);
  TypeRegistry::Lookup Type = mpi().types().findForSlice(C.Type);
  if (!File || !Type.Known)
    return SliceEnd::UnknownHandle;
  Step S;
  {
    MutexLock G(SlicedFilesLock);
    S = advance(C, *File, Type.Layout);
  }
  if (S.Writes) {
    expectWrite(S);
    return SliceEnd::Completed;
  }
  FileEnds &Ends = FileEnds::ofRunner();
  if (C.reads()) {
    SliceEnd End = Ends.look(S, File->Shared, false);
    if (End != SliceEnd::Completed)
      return End;
  } else if (S.Cached) {
    findEnd(S, *File->Shared);
  }
  Ends.delivers(S);
  if (!execution::isScout()) {
    ScoutedReads::take(S);
    if (S.Post) {
      awaitProof(S, *File->Shared);
      post(S);
    }
    return SliceEnd::Completed;
  }
  if (!S.Post)
    return SliceEnd::Completed;
  post(S, InMemory::LeaveOut);
  ScoutedReads &Ahead = ScoutedReads::of(execution::runner());
  Ahead.add(S, File->Shared);
  execution::count(RunCounter::ReadsScouted);
  if (Ahead.full())
    execution::pauseScout();
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// Everything may be another afterwards.
SliceEnd sync(foreslice_handle Handle) try {
  std::shared_ptr<OpenFile> File = mpi().findForSlice(Handle);
  if (!File)
    return SliceEnd::UnknownHandle;
  Step S;
  {
    MutexLock G(SlicedFilesLock);
    if (execution::cancelFlag().load() || !File->Shared)
      return SliceEnd::Completed;
    S.CallId = File->Shared->Sliced->takeCallId();
    S.Cached = File->Shared->cached();
  }
  if (S.Cached)
    expectWrite(S);
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// A call with only the file known. After the call has moved a pointer, reads
/// at the pointer are not followed until the next seek from an end of the file,
/// or change of the view.
SliceEnd skip(foreslice_handle Handle, const foreslice_io_call &Call) {
  std::shared_ptr<OpenFile> File = mpi().findForSlice(Handle);
  if (!File)
    return SliceEnd::UnknownHandle;
  MutexLock G(SlicedFilesLock);
  if (execution::cancelFlag().load() || !File->Shared)
    return SliceEnd::Completed;
  if (Call.kind != FORESLICE_SEEK)
    File->Shared->Sliced->takeCallId();
  if (Call.pointer == FORESLICE_POINTER_OWN)
    File->Sliced->own().Position.reset();
  return SliceEnd::Completed;
}

SliceEnd seek(foreslice_handle Handle, Pointer P, int64_t Offset,
              int32_t Whence) {
  std::shared_ptr<OpenFile> File = mpi().findForSlice(Handle);
  if (!File)
    return SliceEnd::UnknownHandle;
  if (Whence == MPI_SEEK_END) {
    // In etypes of the view, from the present end of the file.
    if (!File->Shared)
      return SliceEnd::Completed;
    std::shared_ptr<const View> V;
    {
      MutexLock G(SlicedFilesLock);
      V = File->Sliced->own().FileView;
    }
    struct stat S;
    if (!File->Cached || !V->Tiles || !File->Cached->status(S))
      return SliceEnd::UnknownHandle;
    uint64_t Bytes =
        V->Tiles->positionOf(std::max<int64_t>(S.st_size - V->Displacement, 0));
    Offset += static_cast<int64_t>((Bytes + V->EtypeSize - 1) / V->EtypeSize);
  }
  MutexLock G(SlicedFilesLock);
  if (execution::cancelFlag().load() || !File->Shared)
    return SliceEnd::Completed;
  std::optional<int64_t> &Position = File->Sliced->own().position(P);
  if (Whence != MPI_SEEK_CUR)
    Position = Offset;
  else if (Position)
    *Position += Offset;
  return SliceEnd::Completed;
}

SliceEnd setView(foreslice_handle Handle, int64_t Displacement,
                 foreslice_handle Etype, foreslice_handle Filetype) try {
  std::shared_ptr<OpenFile> File = mpi().findForSlice(Handle);
  TypeRegistry::Lookup E = mpi().types().findForSlice(Etype);
  TypeRegistry::Lookup F = mpi().types().findForSlice(Filetype);
  if (!File || !E.Known || !F.Known)
    return SliceEnd::UnknownHandle;
  std::shared_ptr<const View> V = View::make(Displacement, E.Layout, F.Layout);
  MutexLock G(SlicedFilesLock);
  if (execution::cancelFlag().load() || !File->Shared)
    return SliceEnd::Completed;
  File->Sliced->own() = {.Position = 0, .SharedPosition = 0, .FileView = V};
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

SliceEnd position(foreslice_handle Handle, Pointer P, int64_t &Out) {
  std::shared_ptr<OpenFile> File = mpi().findForSlice(Handle);
  if (!File || (P == Pointer::Shared && File->Shared && !File->OneRank))
    return SliceEnd::UnknownHandle;
  MutexLock G(SlicedFilesLock);
  std::optional<int64_t> Position = File->Sliced->own().position(P);
  Out = Position.value_or(0);
  return Position ? SliceEnd::Completed : SliceEnd::UnknownHandle;
}

SliceEnd fileSize(foreslice_handle Handle, int64_t &Out) {
  std::shared_ptr<OpenFile> File = mpi().findForSlice(Handle);
  struct stat S;
  if (File && !File->Shared)
    return SliceEnd::Completed;
  if (!File || !File->Cached || !File->Cached->status(S))
    return SliceEnd::UnknownHandle;
  Out = S.st_size;
  return SliceEnd::Completed;
}

SliceEnd typeSize(foreslice_handle Type, int64_t &Size) {
  TypeRegistry::Lookup Found = mpi().types().findForSlice(Type);
  if (!Found.Layout)
    return SliceEnd::UnknownHandle;
  Size = static_cast<int64_t>(Found.Layout->size());
  return SliceEnd::Completed;
}

/// A file not to be opened is a file with unknown contents.
SliceEnd openFurtherAhead(const char *Name, const SliceOpen &O) try {
  OpenedAhead &Files = mpi().openedAhead();
  foreslice_handle Stand = Files.open(Name, static_cast<int>(O.Mode));
  if (!Stand)
    Stand = OpenedAhead::Unknown;
  if (Files.scouted() >= OpenedAhead::Most)
    execution::pauseScout();
  return execution::space()->store(O.To, &Stand, O.Call.handle_bytes, O.Frame);
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

SliceEnd openAhead(const char *Name, const SliceOpen &O) try {
  SliceEnd End = slice_values::takeArrived();
  while (End == SliceEnd::Completed &&
         slice_values::outstanding() >= OpenedAhead::Most)
    End = slice_values::takeOne();
  if (End != SliceEnd::Completed)
    return End;
  const uint32_t Site = O.Call.site;
  const size_t Bytes = O.Call.handle_bytes;
  foreslice_handle Stand = 0;
  if (!slice_values::isBehind())
    Stand = mpi().openedAhead().open(Name, static_cast<int>(O.Mode));
  if (!Stand)
    return slice_values::receive(Site, O.To, Bytes, O.Frame);
  slice_values::goOnWithout(Site, Stand);
  return execution::space()->store(O.To, &Stand, Bytes, O.Frame);
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// Like MPI_Get_count.
SliceEnd count(foreslice_handle Type, int64_t &Items) {
  int64_t Size = 0;
  SliceEnd End = typeSize(Type, Size);
  int64_t Bytes = FileEnds::ofRunner().delivered();
  Items = Bytes == 0                       ? 0
          : Size == 0 || Bytes % Size != 0 ? MPI_UNDEFINED
                                           : Bytes / Size;
  return End;
}

/// Puts the answer to Out.
SliceEnd answer(const SliceQuery &Q, int64_t &Out) {
  int32_t Number = 0;
  SliceEnd End = SliceEnd::Completed;
  switch (Q.Call.kind) {
  case FORESLICE_POSITION:
    return position(Q.Of, pointerOf(Q.Call), Out);
  case FORESLICE_SIZE:
    return fileSize(Q.Of, Out);
  case FORESLICE_COUNT:
    return count(Q.Of, Out);
  case FORESLICE_TYPE_SIZE:
    return typeSize(Q.Of, Out);
  case FORESLICE_TYPE_PART:
    Out = MadeTypes::ofRunner().add(static_cast<int64_t>(Q.Of), Q.What);
    return SliceEnd::Completed;
  case FORESLICE_TYPE:
    Out = static_cast<int64_t>(MadeTypes::ofRunner().make(
        static_cast<int64_t>(Q.Of), Q.What, [](foreslice_handle Old) {
          return mpi().types().findForSlice(Old).Layout;
        }));
    return Out != 0 ? SliceEnd::Completed : SliceEnd::UnknownHandle;
  case FORESLICE_RANK:
    End = mpi().communicators().rank(Q.Of, Number);
    break;
  case FORESLICE_RANKS:
    Number = 1;
    End = mpi().communicators().size(Q.Of, Number);
    break;
  default:
    return SliceEnd::UnknownHandle;
  }
  Out = Number;
  return End;
}

class MpiSlices final : public SliceFamily {
public:
  int64_t access(const SliceAccess &A) const override {
    if (A.Call.role == FORESLICE_SKIPPED)
      guarded([&] { return skip(A.File, A.Call); });
    else if (A.Call.kind == FORESLICE_SYNC)
      guarded([&] { return sync(A.File); });
    else if (A.needsData())
      return dependentRead(A);
    else
      guarded([&] { return run(A); });
    return 0;
  }

  foreslice_handle open(const SliceOpen &O) const override {
    char Copy[FORESLICE_MAX_NAME];
    size_t Length = 0;
    // A bad pointer faults here, in the slice's code.
    do
      foreslice_slice_load(Copy + Length, O.Name + Length, 1);
    while (Copy[Length] != '\0' && ++Length < sizeof Copy);
    if (Length == sizeof Copy)
      Copy[Length = 0] = '\0'; // a name of no file
    if (execution::space())
      guarded([&] {
        return execution::isScout() ? openFurtherAhead(Copy, O)
                                    : openAhead(Copy, O);
      });
    return 0;
  }

  int64_t query(const SliceQuery &Q) const override {
    int64_t Out = 0;
    guarded([&] { return answer(Q, Out); });
    return Out;
  }

  int64_t move(const SliceMove &M) const override {
    guarded([&] {
      return M.Call.role == FORESLICE_SKIPPED ? skip(M.File, M.Call)
             : M.Call.kind == FORESLICE_SEEK
                 ? seek(M.File, pointerOf(M.Call), M.To,
                        static_cast<int32_t>(M.By))
                 : setView(M.File, M.To, M.By, M.Of);
    });
    return 0;
  }
};

} // namespace

const SliceFamily &mpiSlices() {
  static constexpr MpiSlices Family;
  return Family;
}

} // namespace foreslice
