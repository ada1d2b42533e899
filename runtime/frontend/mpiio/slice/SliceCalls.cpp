//===- SliceCalls.cpp - the part of the ABI that slices call --------------===//
//
// Runs on the prefetch thread and makes no MPI call. Each entry is enter(),
// work that returns how it went, leave(). SliceSteps.cpp has the work of reads
// and writes, DependentRead.cpp the reads whose data the slice needs.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/Communicators.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/slice/CallsAwaited.h"
#include "frontend/mpiio/slice/FileEnds.h"
#include "frontend/mpiio/slice/OpenedAhead.h"
#include "frontend/mpiio/slice/ScoutedReads.h"
#include "source/slice/SliceExecution.h"
#include "source/slice/Values.h"

#include <sys/stat.h>

namespace foreslice {

namespace {

CallKind writeKind(int32_t Written) {
  switch (Written) {
  case FORESLICE_WRITTEN_NOTHING:
    return CallKind::Counted;
  case FORESLICE_WRITTEN_OWN:
    return CallKind::Write;
  case FORESLICE_WRITTEN_BY_ALL:
    return CallKind::WriteByAll;
  default:
    return CallKind::WriteLater;
  }
}

SliceEnd run(const SliceCall &C) try {
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
  if (C.Kind == CallKind::Read || C.Kind == CallKind::OneRankRead) {
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

/// Sync, set_size: everything may be another afterwards.
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

SliceEnd skip(foreslice_handle Handle, int32_t Calls, bool MovesPointer) {
  std::shared_ptr<OpenFile> File = mpi().findForSlice(Handle);
  if (!File)
    return SliceEnd::UnknownHandle;
  MutexLock G(SlicedFilesLock);
  if (execution::cancelFlag().load() || !File->Shared)
    return SliceEnd::Completed;
  File->Shared->Sliced->CallIds[execution::runner()] +=
      static_cast<uint64_t>(Calls);
  if (MovesPointer)
    File->Sliced->own().Position.reset();
  return SliceEnd::Completed;
}

SliceEnd seek(foreslice_handle Handle, Pointer P, int64_t Offset,
              int32_t Whence) {
  std::shared_ptr<OpenFile> File = mpi().findForSlice(Handle);
  if (!File)
    return SliceEnd::UnknownHandle;
  if (Whence == MPI_SEEK_END) {
    // Counted in etypes of the view from the end that the file has now.
    if (!File->Shared)
      return SliceEnd::Completed;
    std::shared_ptr<const View> V;
    {
      MutexLock G(SlicedFilesLock);
      V = File->Sliced->own().FileView;
    }
    struct stat S;
    if (!File->Cached || !V->Tiles ||
        fstat(File->Cached->descriptor(), &S) != 0)
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
  if (!File || !File->Cached || fstat(File->Cached->descriptor(), &S) != 0)
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

/// Where a slice has a handle, and its bytes.
struct HandlePlace {
  void *At;
  size_t Bytes;
};

/// What cannot be opened is a file of which nothing is known.
SliceEnd openFurtherAhead(const char *Name, int Mode, HandlePlace To,
                          uintptr_t Frame) try {
  OpenedAhead &Files = mpi().openedAhead();
  foreslice_handle Stand = Files.open(Name, Mode);
  if (!Stand)
    Stand = OpenedAhead::Unknown;
  if (Files.scouted() >= OpenedAhead::Most)
    execution::pauseScout();
  return execution::space()->store(To.At, &Stand, To.Bytes, Frame);
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

SliceEnd openAhead(uint32_t Site, const char *Name, int Mode, HandlePlace To,
                   uintptr_t Frame) try {
  SliceEnd End = slice_values::takeArrived();
  while (End == SliceEnd::Completed &&
         slice_values::outstanding() >= OpenedAhead::Most)
    End = slice_values::takeOne();
  if (End != SliceEnd::Completed)
    return End;
  foreslice_handle Stand = 0;
  if (!slice_values::isBehind())
    Stand = mpi().openedAhead().open(Name, Mode);
  if (!Stand)
    return slice_values::receive(Site, To.At, To.Bytes, Frame);
  slice_values::goOnWithout(Site, Stand);
  return execution::space()->store(To.At, &Stand, To.Bytes, Frame);
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

void openNamed(uint32_t Site, const char *Name, int Mode, HandlePlace To,
               uintptr_t Frame) {
  char Copy[FORESLICE_MAX_NAME];
  size_t Length = 0;
  // A bad pointer faults here, where the slice is its own.
  do
    foreslice_slice_load(Copy + Length, Name + Length, 1);
  while (Copy[Length] != '\0' && ++Length < sizeof Copy);
  if (Length == sizeof Copy)
    Copy[Length = 0] = '\0'; // a name that nobody has
  if (execution::space())
    guarded([&] {
      return execution::isScout() ? openFurtherAhead(Copy, Mode, To, Frame)
                                  : openAhead(Site, Copy, Mode, To, Frame);
    });
}

/// As MPI_Get_count says it.
SliceEnd count(foreslice_handle Type, int64_t &Items) {
  int64_t Size = 0;
  SliceEnd End = typeSize(Type, Size);
  int64_t Bytes = FileEnds::ofRunner().delivered();
  Items = Bytes == 0                       ? 0
          : Size == 0 || Bytes % Size != 0 ? MPI_UNDEFINED
                                           : Bytes / Size;
  return End;
}

} // namespace

} // namespace foreslice

using namespace foreslice;

extern "C" {

void foreslice_slice_read(foreslice_handle File, int64_t Count,
                          foreslice_handle Type) {
  guarded([&] {
    return run({File, Count, Type, Pointer::Individual, 0, CallKind::Read});
  });
}

void foreslice_slice_read_at(foreslice_handle File, int64_t Offset,
                             int64_t Count, foreslice_handle Type) {
  guarded([&] {
    return run({File, Count, Type, Pointer::None, Offset, CallKind::Read});
  });
}

void foreslice_slice_iread_all(foreslice_handle File, int64_t Count,
                               foreslice_handle Type) {
  guarded([&] {
    return run(
        {File, Count, Type, Pointer::Individual, 0, CallKind::OneRankRead});
  });
}

void foreslice_slice_iread_at_all(foreslice_handle File, int64_t Offset,
                                  int64_t Count, foreslice_handle Type) {
  guarded([&] {
    return run(
        {File, Count, Type, Pointer::None, Offset, CallKind::OneRankRead});
  });
}

void foreslice_slice_read_shared(foreslice_handle File, int64_t Count,
                                 foreslice_handle Type) {
  guarded([&] {
    return run({File, Count, Type, Pointer::Shared, 0, CallKind::OneRankRead});
  });
}

void foreslice_slice_write_shared(foreslice_handle File, int64_t Count,
                                  foreslice_handle Type, int32_t Written) {
  guarded([&] {
    return run({File, Count, Type, Pointer::Shared, 0, writeKind(Written)});
  });
}

void foreslice_slice_write(foreslice_handle File, int64_t Count,
                           foreslice_handle Type, int32_t Written) {
  guarded([&] {
    return run({File, Count, Type, Pointer::Individual, 0, writeKind(Written)});
  });
}

void foreslice_slice_write_at(foreslice_handle File, int64_t Offset,
                              int64_t Count, foreslice_handle Type,
                              int32_t Written) {
  guarded([&] {
    return run({File, Count, Type, Pointer::None, Offset, writeKind(Written)});
  });
}

void foreslice_slice_sync(foreslice_handle File) {
  guarded([&] { return sync(File); });
}

void foreslice_slice_skip(foreslice_handle File, int32_t Calls,
                          int32_t MovesPointer) {
  guarded([&] { return skip(File, Calls, MovesPointer); });
}

void foreslice_slice_seek(foreslice_handle File, int64_t Offset,
                          int32_t Whence) {
  guarded([&] { return seek(File, Pointer::Individual, Offset, Whence); });
}

void foreslice_slice_seek_shared(foreslice_handle File, int64_t Offset,
                                 int32_t Whence) {
  guarded([&] { return seek(File, Pointer::Shared, Offset, Whence); });
}

void foreslice_slice_set_view(foreslice_handle File, int64_t Displacement,
                              foreslice_handle Etype,
                              foreslice_handle Filetype) {
  guarded([&] { return setView(File, Displacement, Etype, Filetype); });
}

__attribute__((noinline)) void foreslice_slice_open(uint32_t Site,
                                                    const char *Name,
                                                    int32_t Mode,
                                                    void *Handle) {
  openNamed(Site, Name, Mode, {Handle, sizeof(foreslice_handle)},
            reinterpret_cast<uintptr_t>(__builtin_dwarf_cfa()));
}

__attribute__((noinline)) void foreslice_slice_open_fortran(uint32_t Site,
                                                            const char *Name,
                                                            int32_t Mode,
                                                            void *Handle) {
  openNamed(Site, Name, Mode, {Handle, sizeof(MPI_Fint)},
            reinterpret_cast<uintptr_t>(__builtin_dwarf_cfa()));
}

int64_t foreslice_slice_position(foreslice_handle File) {
  int64_t Out = 0;
  guarded([&] { return position(File, Pointer::Individual, Out); });
  return Out;
}

int64_t foreslice_slice_position_shared(foreslice_handle File) {
  int64_t Out = 0;
  guarded([&] { return position(File, Pointer::Shared, Out); });
  return Out;
}

int64_t foreslice_slice_file_size(foreslice_handle File) {
  int64_t Out = 0;
  guarded([&] { return fileSize(File, Out); });
  return Out;
}

int32_t foreslice_slice_comm_rank(foreslice_handle Comm) {
  int32_t Out = 0;
  guarded([&] { return mpi().communicators().rank(Comm, Out); });
  return Out;
}

int32_t foreslice_slice_comm_size(foreslice_handle Comm) {
  int32_t Out = 1;
  guarded([&] { return mpi().communicators().size(Comm, Out); });
  return Out;
}

int64_t foreslice_slice_count(foreslice_handle Type) {
  int64_t Out = 0;
  guarded([&] { return count(Type, Out); });
  return Out;
}

int64_t foreslice_slice_type_size(foreslice_handle Type) {
  int64_t Out = 0;
  guarded([&] { return typeSize(Type, Out); });
  return Out;
}

} // extern "C"
