//===- FileState.cpp - views, size, sync, atomic mode ---------------------===//
//
// The calls that change a handle's meaning, or make other ranks' writes visible
// by MPI's consistency rules (MPI 4.0, section 14.6.1).
//
//===----------------------------------------------------------------------===//

#include "frontend/Runtime.h"
#include "frontend/mpiio/Files.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/QuietErrors.h"
#include "frontend/mpiio/TypeContents.h"
#include "support/Delay.h"
#include "support/Statistics.h"
#include "support/Trace.h"

#include <cstring>

using namespace foreslice;

namespace {

enum class Whole { Write, Sync };

/// Runs a call that changes the file's size, or bytes at unknown places, or
/// makes writes of others visible. Slices count the call like a write.
template <typename Plain>
int whole(Whole What, const char *Name, MPI_File Handle, Plain &&P) {
  std::shared_ptr<OpenFile> File = mpi().files().find(Handle);
  if (File)
    File->awaitJoined();
  std::shared_ptr<CachedFile> Cached =
      File && File->Shared ? File->Shared->cached() : nullptr;
  if (!Cached)
    return P();
  uint64_t Begin = trace::begin();
  Coherence &Cache = runtime().coherence();
  if (What == Whole::Sync)
    Cache.beginHold(*Cached);
  else
    Cache.beginWrite(*Cached, {});
  sources().callBegins(*Cached);
  delayPoint();
  int Error = P();
  File->Shared->forgetSize();
  delayPoint();
  if (What == Whole::Write) {
    // Nothing is fetched before all ranks have dropped cached pages.
    File->renewJob();
    Cache.endWrite(*Cached, {}, File->Job);
  } else {
    Cache.endHold(*Cached);
  }
  Cached->Stats->add(Counter::Syncs);
  trace::extent(Name, Begin, Cached->Stats->Path.c_str());
  return Error;
}

/// Releases of ROMIO misplace parts of nested filetypes: the cache follows only
/// views with agreement between the MPI library and Layout. Both are asked in
/// even steps through the filetype.
bool librarySays(MPI_File Handle, const View &V, const Layout &Filetype) {
  constexpr uint64_t Steps = 16;
  QuietFile Quiet(Handle);
  uint64_t Etypes = Filetype.size() / V.EtypeSize;
  for (uint64_t I = 0; I <= Steps; ++I) {
    uint64_t Position = I * Etypes / Steps, Begin;
    MPI_Offset Byte;
    if (!V.range(Position, V.EtypeSize, Begin) ||
        PMPI_File_get_byte_offset(Handle, Position, &Byte) != MPI_SUCCESS ||
        Byte != V.Displacement + V.Tiles->locate(Begin).First.Offset)
      return false;
  }
  return true;
}

/// A view of native data, as the cache follows the view.
std::shared_ptr<const View> followed(const OpenFile &File, MPI_Offset Begin,
                                     const LayoutRef &Etype,
                                     const LayoutRef &Filetype) {
  std::shared_ptr<const View> V = View::make(Begin, Etype, Filetype);
  if (V->Tiles && !librarySays(File.Handle, *V, *Filetype))
    V = View::make(Begin, Etype, {});
  if (!V->Tiles && File.Cached)
    Statistics::get().note(File.Cached->Stats->Path +
                           ": has a view that cannot be followed" +
                           notes::NotCached);
  return V;
}

/// The layout of a type from PMPI_File_get_view, to be freed here.
LayoutRef takeLayout(MPI_Datatype Type) {
  LayoutRef L = mpi().types().layout(Type);
  if (!isPredefined(Type))
    PMPI_Type_free(&Type);
  return L;
}

/// The view that the MPI library has.
std::shared_ptr<const View> libraryView(const OpenFile &File) {
  QuietFile Quiet(File.Handle);
  MPI_Offset Begin = 0;
  MPI_Datatype Etype, Filetype;
  char Representation[MPI_MAX_DATAREP_STRING + 1];
  if (PMPI_File_get_view(File.Handle, &Begin, &Etype, &Filetype,
                         Representation) != MPI_SUCCESS)
    return View::make(0, {}, {});
  LayoutRef E = takeLayout(Etype), F = takeLayout(Filetype);
  return followed(File, Begin, E, F);
}

} // namespace

std::shared_ptr<const View> OpenFile::view() const {
  {
    MutexLock G(Lock);
    if (Current)
      return Current;
  }
  if (!mpi().process().mayCallMpi())
    return View::make(0, {}, {});
  std::shared_ptr<const View> V = libraryView(*this);
  setView(V);
  return V;
}

extern "C" {

int MPI_File_set_view(MPI_File Handle, MPI_Offset Displacement,
                      MPI_Datatype Etype, MPI_Datatype Filetype,
                      const char *Representation, MPI_Info Info) {
  std::shared_ptr<OpenFile> File = mpi().files().find(Handle);
  if (File)
    File->awaitJoined();
  int Error = PMPI_File_set_view(Handle, Displacement, Etype, Filetype,
                                 Representation, Info);
  if (Error != MPI_SUCCESS || !File)
    return Error;
  std::optional<LayoutRef> E = nullptr, F = nullptr;
  // MPI_DISPLACEMENT_CURRENT needs a sequential file, never cached.
  if (Representation && strcmp(Representation, "native") == 0) {
    E = mpi().types().smallLayout(Etype);
    F = mpi().types().smallLayout(Filetype);
  }
  File->setView(E && F ? followed(*File, Displacement, *E, *F) : nullptr);
  return Error;
}

int MPI_File_seek_shared(MPI_File Handle, MPI_Offset Offset, int Whence) {
  mpi().files().sharedPointerUsed(Handle);
  return PMPI_File_seek_shared(Handle, Offset, Whence);
}

int MPI_File_set_size(MPI_File Handle, MPI_Offset Size) {
  return whole(Whole::Write, __func__, Handle,
               [&] { return PMPI_File_set_size(Handle, Size); });
}

int MPI_File_preallocate(MPI_File Handle, MPI_Offset Size) {
  return whole(Whole::Write, __func__, Handle,
               [&] { return PMPI_File_preallocate(Handle, Size); });
}

int MPI_File_sync(MPI_File Handle) {
  // MPI_File_sync is erroneous while a nonblocking write is under way.
  if (auto File = mpi().files().find(Handle))
    mpi().startedWrites().endAll(*File);
  int Error = whole(Whole::Sync, __func__, Handle,
                    [&] { return PMPI_File_sync(Handle); });
  if (auto File = mpi().files().find(Handle)) {
    delayPoint();
    File->release(OpenFile::Nonblocking);
    File->release(OpenFile::Together);
    File->renewJob();
  }
  return Error;
}

int MPI_File_set_atomicity(MPI_File Handle, int Flag) {
  auto File = mpi().files().find(Handle);
  if (File)
    File->awaitJoined();
  int Error = PMPI_File_set_atomicity(Handle, Flag);
  delayPoint();
  if (Error != MPI_SUCCESS || !File)
    return Error;
  if (Flag) {
    File->hold(OpenFile::Atomic);
    if (File->Cached)
      Statistics::get().note(File->Cached->Stats->Path + ": in atomic mode" +
                             notes::NotCached);
  } else {
    File->release(OpenFile::Atomic);
  }
  return Error;
}

} // extern "C"
