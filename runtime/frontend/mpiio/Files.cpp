//===- Files.cpp - views, shared files and the registry -------------------===//
//
// The prefetch thread looks up, and the main thread changes the registries.
// Locks are held for look-ups only, never during I/O or MPI calls.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/Files.h"
#include "frontend/Runtime.h"
#include "frontend/mpiio/QuietErrors.h"
#include "support/Delay.h"
#include "support/ForkGuard.h"

#include <algorithm>
#include <sys/stat.h>

namespace foreslice {

/// Most closed handles remembered: more are rarely different handles.
static constexpr size_t MaxClosed = 4096;

std::shared_ptr<CachedFile> SharedFile::cached() const {
  MutexLock G(Lock);
  return File;
}

void SharedFile::addReader(std::shared_ptr<CachedFile> NewFile) {
  MutexLock G(Lock);
  if (!File)
    for (int I = 0; I < Reasons; ++I)
      runtime().coherence().beginHold(*NewFile, I < OfOthers);
  File = std::move(NewFile);
  ++Readers;
}

void SharedFile::forgetReader() {
  MutexLock G(Lock);
  if (--Readers == 0)
    File = nullptr;
}

void SharedFile::removeReader(const std::shared_ptr<CachedFile> &OldFile) {
  forgetReader();
  runtime().coherence().close(OldFile);
}

void SharedFile::removeAhead(const std::shared_ptr<CachedFile> &OldFile) {
  forgetReader();
  runtime().coherence().closeAhead(OldFile);
}

void SharedFile::suspend(bool OthersOnly) {
  MutexLock G(Lock);
  ++Reasons;
  OfOthers += OthersOnly;
  if (File)
    runtime().coherence().beginHold(*File, OthersOnly);
}

void SharedFile::resume(bool OthersOnly) {
  MutexLock G(Lock);
  --Reasons;
  OfOthers -= OthersOnly;
  if (File)
    runtime().coherence().endHold(*File, OthersOnly);
}

bool SharedFile::reachesTo(int64_t End, const CachedFile &File) {
  if (End <= SizeSeen.load())
    return true;
  struct stat S;
  if (!File.status(S))
    return false;
  SizeSeen.store(S.st_size);
  return End <= S.st_size;
}

void SharedFile::invalidate() {
  forgetSize();
  if (std::shared_ptr<CachedFile> F = cached())
    runtime().coherence().invalidate(*F);
}

void OpenFile::setView(std::shared_ptr<const View> V) const {
  MutexLock G(Lock);
  Current = std::move(V);
}

std::optional<int64_t> OpenFile::position(Pointer P) const {
  if (P == Pointer::Shared && !SharedPointerUsed)
    return 0;
  QuietFile Quiet(Handle);
  MPI_Offset Position;
  auto *Get = P == Pointer::Shared ? PMPI_File_get_position_shared
                                   : PMPI_File_get_position;
  if (Get(Handle, &Position) != MPI_SUCCESS)
    return std::nullopt;
  return Position;
}

void OpenFile::renewJob() {
  if (!Job)
    return;
  PMPI_Barrier(VoteComm);
  delayPoint();
  runtime().coherence().renewJob(*Cached, Job, ++JobGeneration);
}

bool OpenFile::mayJoin() {
  constexpr size_t Most = 64;
  if (!RanksMayJoin)
    return false;
  std::erase_if(Joined, [](MPI_Request &R) {
    int Done = 0;
    return PMPI_Test(&R, &Done, MPI_STATUS_IGNORE) != MPI_SUCCESS || Done;
  });
  return Joined.size() < Most;
}

void OpenFile::awaitJoined() {
  for (MPI_Request &R : Joined)
    PMPI_Wait(&R, MPI_STATUS_IGNORE);
  Joined.clear();
}

void OpenFile::hold(Reason R) {
  delayPoint();
  if (Shared && !(Held.fetch_or(R) & R))
    Shared->suspend(R == Together);
}

void OpenFile::release(Reason R) {
  delayPoint();
  if (Shared && (Held.fetch_and(~static_cast<unsigned>(R)) & R))
    Shared->resume(R == Together);
}

std::shared_ptr<OpenFile> FileRegistry::find(foreslice_handle Handle) const {
  if (fork_guard::isChild())
    return nullptr;
  SharedLock G(Lock);
  auto It = Open.find(Handle);
  return It == Open.end() ? nullptr : It->second;
}

std::shared_ptr<OpenFile>
FileRegistry::findForSlice(foreslice_handle Handle) const {
  static const auto &Gone = *new auto(std::make_shared<OpenFile>());
  // Fortran's MPI_FILE_NULL is 0. MPICH leaves 0 behind an open that fails, in
  // the standard ABI, too.
  if (Handle == toHandle(MPI_FILE_NULL) || Handle == 0 ||
      Handle == FORESLICE_FORTRAN_HANDLE)
    return Gone;
  SharedLock G(Lock);
  Handle = InFortran.inC(Handle);
  if (auto It = Open.find(Handle); It != Open.end())
    return It->second;
  return Closed.contains(Handle) ? Gone : nullptr;
}

void FileRegistry::forgetClosed() {
  MutexLock G(Lock);
  Closed.clear();
}

void FileRegistry::sharedPointerUsed(MPI_File File) const {
  if (Reading.load() == 0)
    return;
  if (OpenFile *Found = lookUp(File))
    Found->SharedPointerUsed = true;
}

OpenFile *FileRegistry::lookUp(MPI_File Handle) const {
  if (fork_guard::isChild())
    return nullptr;
  static thread_local struct {
    uint64_t Changes = 0;
    MPI_File Handle{};
    OpenFile *File = nullptr;
  } Last;
  uint64_t Now = Changes.load(std::memory_order_acquire);
  if (Last.Changes != Now || Last.Handle != Handle)
    Last = {Now, Handle, find(Handle).get()};
  return Last.File;
}

void FileRegistry::add(std::shared_ptr<OpenFile> File) {
  Reading += File->Cached != nullptr;
  Voting += File->Collective || File->MayVote;
  MutexLock G(Lock);
  if (OfFortran.load())
    InFortran.note(PMPI_File_c2f(File->Handle), toHandle(File->Handle));
  Open[toHandle(File->Handle)] = std::move(File);
  ++Changes;
}

std::shared_ptr<OpenFile> FileRegistry::remove(MPI_File Handle) {
  if (fork_guard::isChild())
    return nullptr;
  MutexLock G(Lock);
  auto It = Open.find(toHandle(Handle));
  if (It == Open.end())
    return nullptr;
  std::shared_ptr<OpenFile> File = std::move(It->second);
  Open.erase(It);
  if (sources().anyCounts() && Closed.size() < MaxClosed)
    Closed.insert(toHandle(Handle));
  ++Changes;
  Reading -= File->Cached != nullptr;
  Voting -= File->Collective || File->MayVote;
  return File;
}

std::shared_ptr<SharedFile> FileRegistry::shared(FileKey Key) {
  MutexLock G(Lock);
  std::erase_if(Shared, [](const auto &E) { return E.second.expired(); });
  std::weak_ptr<SharedFile> &Entry = Shared[{Key.Device, Key.Inode}];
  std::shared_ptr<SharedFile> File = Entry.lock();
  if (!File) {
    File = std::make_shared<SharedFile>(Key);
    Entry = File;
  }
  return File;
}

std::shared_ptr<SharedFile> FileRegistry::findShared(FileKey Key) {
  if (fork_guard::isChild())
    return nullptr;
  SharedLock G(Lock);
  auto It = Shared.find({Key.Device, Key.Inode});
  return It == Shared.end() ? nullptr : It->second.lock();
}

void FileRegistry::forEach(FunctionRef<void(OpenFile &)> Visit) const {
  std::vector<std::shared_ptr<OpenFile>> Files;
  {
    SharedLock G(Lock);
    for (const auto &[Handle, File] : Open)
      Files.push_back(File);
  }
  for (const std::shared_ptr<OpenFile> &File : Files)
    Visit(*File);
}

} // namespace foreslice
