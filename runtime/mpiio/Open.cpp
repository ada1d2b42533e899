//===- Open.cpp - MPI_File_open, _close, _delete --------------------------===//
//
// An open decides whether a handle's reads may come from the cache, and all
// ranks agree with one reduction whether collective reads may. That reduction
// runs on every rank of the communicator, whatever its settings and whatever
// came of its own open, so that none waits for another.
//
//===----------------------------------------------------------------------===//

#include "mpiio/Files.h"
#include "mpiio/HeldLaunch.h"
#include "mpiio/InfoKeys.h"
#include "mpiio/LocalFile.h"
#include "mpiio/OpenedAhead.h"
#include "mpiio/Process.h"
#include "support/Delay.h"
#include "support/Trace.h"

#include <optional>

namespace foreslice {

namespace {

void note(const std::string &Path, const std::string &Why) {
  Statistics::get().note(Path + ": " + Why + ": not cached");
}

std::shared_ptr<CachedFile> openCached(const LocalFile &Local) {
  std::string Why;
  int Fd = openForCache(Local, Why);
  if (Fd < 0) {
    note(Local.Path, Why);
    return nullptr;
  }
  return PageCache::get().open(Local.Key, Fd, Local.Path);
}

/// What is known of a handle that MPI opened, before the ranks agree.
std::shared_ptr<OpenFile> describe(const char *Name, int Mode,
                                   const InfoKeys &Keys, MPI_File Handle) {
  auto File = std::make_shared<OpenFile>();
  File->Handle = Handle;
  std::optional<LocalFile> Local = findLocalFile(Name);
  MPI_Offset Size;
  if (!Local || PMPI_File_get_size(Handle, &Size) != MPI_SUCCESS ||
      Size != Local->Size) {
    note(Name, "no one local file is the one opened");
    return File;
  }
  File->Shared = FileRegistry::get().shared(Local->Key);
  OpenedAhead::Claim Ahead = OpenedAhead::get().claim(*File->Shared);
  delayPoint();
  // A truncated or replaced file may have kept its inode.
  if (!Ahead.File || Ahead.Changed)
    File->Shared->invalidate();
  delayPoint();
  if ((Mode & (MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL)) || Keys.Disable) {
    if (Ahead.File)
      File->Shared->removeReader(Ahead.File->Cached);
    return File;
  }
  int Atomic = 0;
  PMPI_File_get_atomicity(Handle, &Atomic);
  if (Atomic)
    File->hold(OpenFile::Atomic);
  if (Mode & MPI_MODE_APPEND) {
    File->SharedPointerUsed = true;
    for (SlicedFile &S : File->Sliced)
      S.Position = S.SharedPosition = Size;
  }
  File->Cached = Ahead.File ? Ahead.File->Cached : openCached(*Local);
  if (File->Cached && !Ahead.File)
    File->Shared->addReader(File->Cached);
  return File;
}

/// MPI_Comm_dup would call the program's attribute functions; this does not.
MPI_Comm privateCopy(MPI_Comm Comm) {
  MPI_Group Group;
  MPI_Comm Copy = MPI_COMM_NULL;
  if (PMPI_Comm_group(Comm, &Group) != MPI_SUCCESS)
    return Copy;
  PMPI_Comm_create(Comm, Group, &Copy);
  PMPI_Group_free(&Group);
  return Copy;
}

void agree(MPI_Comm Comm, OpenFile *File) {
  int Mine = File && File->Cached && process().collectiveAnnounced();
  int Size = 0, All = Mine;
  PMPI_Comm_size(Comm, &Size);
  if (File)
    File->OneRank = Size == 1;
  if (Size > 1 &&
      PMPI_Allreduce(&Mine, &All, 1, MPI_INT, MPI_MIN, Comm) != MPI_SUCCESS)
    return;
  if (!All)
    return;
  if (Size > 1)
    File->VoteComm = privateCopy(Comm);
  File->Collective = Size == 1 || File->VoteComm != MPI_COMM_NULL;
}

/// True if the ranks that called MPI_File_open can be asked to agree.
bool canAgree(MPI_Comm Comm, int Error) {
  if (Comm == MPI_COMM_NULL)
    return false;
  int Class = MPI_SUCCESS;
  if (Error != MPI_SUCCESS)
    PMPI_Error_class(Error, &Class);
  return Class != MPI_ERR_COMM && process().sharedByAll(Comm);
}

/// The file's path, if it was cached.
std::string closed(MPI_File Handle) {
  std::string Path;
  std::shared_ptr<OpenFile> File = FileRegistry::get().remove(Handle);
  if (!File)
    return Path;
  if (File->Cached) { // drops pages and requests
    Path = File->Cached->Stats->Path;
    File->Cached->Stats->add(Counter::Syncs);
    OpenedAhead::get().closed(*File->Shared);
    File->Shared->removeReader(File->Cached);
  } else if (File->Shared) {
    File->Shared->invalidate();
  }
  for (auto R : {OpenFile::Atomic, OpenFile::Nonblocking, OpenFile::Split,
                 OpenFile::Together})
    File->release(R);
  if (File->VoteComm != MPI_COMM_NULL)
    PMPI_Comm_free(&File->VoteComm);
  return Path;
}

} // namespace

} // namespace foreslice

using namespace foreslice;

extern "C" {

int MPI_File_open(MPI_Comm Comm, const char *Name, int Mode, MPI_Info Info,
                  MPI_File *Handle) {
  uint64_t Begin = trace::begin();
  int Error = PMPI_File_open(Comm, Name, Mode, Info, Handle);
  delayPoint();
  std::shared_ptr<OpenFile> File;
  if (Error == MPI_SUCCESS && process().active())
    File = describe(Name, Mode, InfoKeys::read(Info), *Handle);
  if (canAgree(Comm, Error))
    agree(Comm, File.get());
  if (File) {
    if (File->Cached)
      File->Cached->Stats->add(Counter::Syncs);
    FileRegistry::get().add(std::move(File));
    held_launch::opened();
  }
  trace::extent(__func__, Begin,
                Begin != 0 && Error == MPI_SUCCESS ? Name : "");
  return Error;
}

int MPI_File_close(MPI_File *Handle) {
  uint64_t Begin = trace::begin();
  std::string Path;
  if (Handle)
    Path = closed(*Handle);
  delayPoint();
  int Error = PMPI_File_close(Handle);
  trace::extent(__func__, Begin, Path);
  return Error;
}

int MPI_File_delete(const char *Name, MPI_Info Info) {
  // The inode lives on while handles are open, and may be given to a new file
  // once they are closed.
  if (std::optional<LocalFile> Local = findLocalFile(Name))
    if (auto Shared = FileRegistry::get().findShared(Local->Key))
      Shared->invalidate();
  delayPoint();
  return PMPI_File_delete(Name, Info);
}

} // extern "C"
