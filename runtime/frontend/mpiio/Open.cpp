//===- Open.cpp - MPI_File_open, _close, _delete --------------------------===//
//
// An open decides whether the cache may serve a handle's reads, and one
// reduction decides for all ranks whether to serve collective reads. The
// reduction runs on every rank of the communicator, whatever the settings and
// the result of the rank's own open, so no rank waits for another.
//
//===----------------------------------------------------------------------===//

#include "frontend/Runtime.h"
#include "frontend/mpiio/DescriptorWatch.h"
#include "frontend/mpiio/Files.h"
#include "frontend/mpiio/InfoKeys.h"
#include "frontend/mpiio/JobNetwork.h"
#include "frontend/mpiio/LocalFile.h"
#include "frontend/mpiio/MpiFrontend.h"
#include "frontend/mpiio/Process.h"
#include "frontend/mpiio/QuietErrors.h"
#include "frontend/mpiio/slice/OpenedAhead.h"
#include "frontend/mpiio/slice/SlicedFile.h"
#include "frontend/posix/PosixFrontend.h"
#include "support/Delay.h"
#include "support/Trace.h"

#include <array>
#include <optional>
#include <sys/stat.h>

namespace foreslice {

namespace {

void note(const std::string &Path, const std::string &Why) {
  Statistics::get().note(Path + ": " + Why + notes::NotCached);
}

/// The cache's file for a handle on Shared, possibly opened Ahead by a slice;
/// null if reads are not to be served. Drops old pages of Early before anything
/// is fetched. NobodyWrites: by this open, before all ranks have come here.
std::shared_ptr<CachedFile> cachedFor(SharedFile &Shared,
                                      const LocalFile &Local, bool MayServe,
                                      DeliveryChoice Wanted,
                                      EarlyFiles::EarlyPages &Early,
                                      bool NobodyWrites) {
  std::shared_ptr<OpenFile> Ahead = mpi().openedAhead().claim(Shared);
  delayPoint();
  const bool Holds = Ahead && Early.areOld();
  if (Holds) // until the old pages are dropped
    runtime().coherence().beginHold(*Ahead->Cached);
  std::string Why;
  std::optional<Delivery> D;
  if (MayServe)
    D = Local.delivery(Wanted, Why);
  std::shared_ptr<StoredFile> Opened =
      D ? Local.openForCache(*D, Why) : nullptr;
  if (!Why.empty())
    note(Local.Path, Why);
  if (!Opened || !Ahead)
    Shared.invalidate(); // a truncated or replaced file may keep the inode
  delayPoint();
  if (!Opened) {
    if (Ahead)
      Shared.removeAhead(Ahead->Cached);
    return nullptr;
  }
  posix().files().giveUp(Local.Key); // the delivery may differ
  std::shared_ptr<CachedFile> Cached = runtime().coherence().open(
      Local.Key, std::move(Opened), Local.Path, Local.BlockSize, *D,
      NobodyWrites && Early.areKept() ? FetchedBefore::Current
                                      : FetchedBefore::Unknown);
  if (Holds) {
    Early.drop();
    runtime().coherence().endHold(*Ahead->Cached);
  }
  Shared.addReader(Cached);
  if (Cached->DeliveredBy != *D)
    Statistics::get().note(Local.Path +
                           ": its delivery is that of a handle that was open "
                           "before");
  if (Ahead) {
    Shared.removeAhead(Ahead->Cached);
    if (!runtime().coherence().isKept(*Cached))
      Statistics::get().note(Local.Path +
                             ": the operating system keeps nothing of what is "
                             "read: no file beside it is opened ahead");
  }
  return Cached;
}

/// A handle opened by MPI, described before the ranks agree, if they do.
std::shared_ptr<OpenFile> describe(const char *Name, int Descriptor, int Mode,
                                   const InfoKeys &Keys, MPI_File Handle,
                                   bool RanksAgree) {
  QuietFile Quiet(Handle);
  auto File = std::make_shared<OpenFile>();
  File->Handle = Handle;
  EarlyFiles::EarlyPages Early =
      mpi().openedAhead().earlyPages(Descriptor, Name);
  if (Early.areOld())
    Statistics::get().note(std::string(Name) +
                           ": has changed since a slice opened the file");
  std::optional<LocalFile> Local = LocalFile::of(Descriptor, Name);
  MPI_Offset Size;
  if (!Local || PMPI_File_get_size(Handle, &Size) != MPI_SUCCESS ||
      Size != Local->Size) {
    note(Name, Local ? "MPI says another size than the system"
                     : "no one regular file has this name");
    return File;
  }
  File->Shared = mpi().files().shared(Local->Key);
  File->Path = Local->Path;
  bool MayServe =
      !(Mode & (MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL)) && !Keys.Disable;
  if (Keys.Disable)
    note(Name, "foreslice_disable is in its MPI_Info");
  else if (Mode & MPI_MODE_SEQUENTIAL)
    note(Name, "opened with MPI_MODE_SEQUENTIAL");
  File->Cached = cachedFor(*File->Shared, *Local, MayServe, Keys.Delivered,
                           Early, RanksAgree || (Mode & MPI_MODE_RDONLY) != 0);
  if (!MayServe)
    return File;
  int Atomic = 0;
  PMPI_File_get_atomicity(Handle, &Atomic);
  if (Atomic)
    File->hold(OpenFile::Atomic);
  if (Mode & MPI_MODE_APPEND) {
    File->SharedPointerUsed = true;
    MutexLock L(SlicedFilesLock);
    File->Sliced->States.fill({.Position = Size, .SharedPosition = Size});
  }
  return File;
}

struct Opened {
  int Error, Descriptor;
};

/// Calls the MPI library's MPI_File_open. Returns the file's descriptor, too;
/// -1 if unknown.
Opened plainOpen(MPI_Comm Comm, const char *Name, int Mode, MPI_Info Info,
                 MPI_File *Handle) {
  DescriptorWatch Watch(Name);
  int Error = PMPI_File_open(Comm, Name, Mode, Info, Handle);
  return {Error, Watch.find()};
}

/// MPI_Comm_dup would call the program's attribute functions; this does not.
MPI_Comm privateCopy(MPI_Comm Comm) {
  MPI_Group Group;
  MPI_Comm Copy = MPI_COMM_NULL;
  if (PMPI_Comm_group(Comm, &Group) != MPI_SUCCESS)
    return Copy;
  if (PMPI_Comm_create(Comm, Group, &Copy) == MPI_SUCCESS)
    PMPI_Comm_set_errhandler(Copy, MPI_ERRORS_RETURN);
  PMPI_Group_free(&Group);
  return Copy;
}

/// Who knows collective reads ahead, the surest last.
enum class CollectiveService : uint64_t { None, Learned, Signed, Sliced };

/// For reads of File, on this rank.
CollectiveService collectiveService(const CachedFile &File) {
  if (mpi().process().collectiveAnnounced())
    return CollectiveService::Sliced;
  // Ranks of several threads might make two communicators at the same time.
  if (!runtime().signatures() || mpi().process().hasSeveralThreads())
    return CollectiveService::None;
  // Reads from memory are faster than votes.
  if (!Settings::get().Always && File.seemsInMemory())
    return CollectiveService::None;
  return runtime().signatures()->known().readsOf(File.Stats->Path, 0, 0)
             ? CollectiveService::Signed
             : CollectiveService::Learned;
}

/// Facts of a rank about the opened file; of all ranks, the least of each
/// number.
struct Said {
  uint64_t Collective = 0; ///< The CollectiveService.
  /// Of the file among the files of the job; chosen by rank 0.
  uint64_t Job = UINT64_MAX;
  // Only for ranks of several nodes:
  uint64_t Cached = 0;
  /// Identity of the file on this rank's node. The second half inverts the
  /// first: then the least is the greatest.
  std::array<uint64_t, 6> Identity{};

  void identify(const CachedFile &File);
  bool oneFile() const;
};

/// Two nodes never change two files in the same nanosecond.
void Said::identify(const CachedFile &File) {
  struct stat S;
  if (!File.status(S))
    return;
  Cached = 1;
  Identity = {S.st_ino, static_cast<uint64_t>(S.st_size),
              static_cast<uint64_t>(S.st_ctim.tv_sec) * 1'000'000'000 +
                  static_cast<uint64_t>(S.st_ctim.tv_nsec)};
  for (size_t I = 0; I < 3; ++I)
    Identity[I + 3] = ~Identity[I];
}

bool Said::oneFile() const {
  for (size_t I = 0; I < 3; ++I)
    if (Identity[I] != ~Identity[I + 3])
      return false;
  return true;
}

/// A number unique among the files of the job.
uint64_t newJobFile() {
  static uint32_t Count = 0;
  int Rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  return (static_cast<uint64_t>(Rank) + 1) << 32 | ++Count;
}

void agree(MPI_Comm Comm, OpenFile *File) {
  QuietComm Quiet(Comm);
  int Size = 0, Rank = 0;
  PMPI_Comm_size(Comm, &Size);
  PMPI_Comm_rank(Comm, &Rank);
  bool Cached = File && File->Cached;
  if (File)
    File->OneRank = Size == 1;
  bool Served = Cached && File->Cached->DeliveredBy == Delivery::Pool;
  Said Mine{.Collective =
                static_cast<uint64_t>(Served ? collectiveService(*File->Cached)
                                             : CollectiveService::None)};
  if (Size == 1) {
    if (File)
      File->Collective = Mine.Collective != 0;
    return;
  }
  std::vector<int> Ranks = job_network::ranksOfSeveralNodes(Comm);
  if (Rank == 0)
    Mine.Job = newJobFile();
  if (Cached && !Ranks.empty() && File->Cached->isShared())
    Mine.identify(*File->Cached);
  Said All;
  int Count = Ranks.empty() ? 2 : sizeof(Said) / sizeof(uint64_t);
  if (PMPI_Allreduce(&Mine, &All, Count, MPI_UINT64_T, MPI_MIN, Comm) !=
      MPI_SUCCESS)
    return;
  if (Cached) {
    File->Number = All.Job;
    runtime().coherence().opensTogether(*File->Cached, File->Number);
  }
  bool OfJob = All.Cached && All.oneFile();
  if (All.Cached && !OfJob)
    Statistics::get().note(File->Cached->Stats->Path +
                           ": nodes see different files: not shared by them");
  const auto Agreed = static_cast<CollectiveService>(All.Collective);
  // Else every rank serves the file, and so has one.
  if (Agreed == CollectiveService::Learned ||
      Agreed == CollectiveService::Signed)
    File->MayVote = true;
  if (Agreed == CollectiveService::Signed)
    File->FirstVoted = 1;
  if (Agreed != CollectiveService::Sliced && !OfJob)
    return;
  File->VoteComm = privateCopy(Comm);
  if (File->VoteComm == MPI_COMM_NULL)
    return;
  File->Collective = Agreed == CollectiveService::Sliced;
  if (!OfJob)
    return;
  File->Job = All.Job;
  runtime().coherence().enterJob(*File->Cached, File->Job, std::move(Ranks));
  File->renewJob();
}

/// True if the ranks in MPI_File_open can be asked to agree.
bool canAgree(MPI_Comm Comm, int Error) {
  if (Comm == MPI_COMM_NULL || !mpi().process().worldIsUp())
    return false;
  int Class = MPI_SUCCESS;
  if (Error != MPI_SUCCESS)
    PMPI_Error_class(Error, &Class);
  return Class != MPI_ERR_COMM && mpi().process().agreesWithAll(Comm);
}

/// Closes the cached file. Returns the path, if cached.
std::string closed(MPI_File Handle) {
  std::string Path;
  std::shared_ptr<OpenFile> File = mpi().files().remove(Handle);
  if (!File)
    return Path;
  File->awaitJoined();
  // The program has closed the file: all writes are over.
  mpi().startedWrites().endAll(*File);
  File->SplitWrite.reset();
  if (File->Cached) { // drops pages and requests
    Path = File->Cached->Stats->Path;
    if (File->Job) {
      // Until then others may ask this rank for pages.
      PMPI_Barrier(File->VoteComm);
      runtime().coherence().leaveJob(*File->Cached, File->Job);
    }
    File->Cached->Stats->add(Counter::Syncs);
    if (File->Number)
      runtime().coherence().closesTogether(*File->Cached, File->Number);
    sources().closes(File->Cached);
    mpi().openedAhead().closed(*File->Shared);
    File->Shared->removeReader(File->Cached);
    sources().closed();
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
  auto [Error, Descriptor] = plainOpen(Comm, Name, Mode, Info, Handle);
  delayPoint();
  std::shared_ptr<OpenFile> File;
  const bool RanksAgree = canAgree(Comm, Error);
  if (Error == MPI_SUCCESS && mpi().isUp())
    File = describe(Name, Descriptor, Mode, InfoKeys::read(Info), *Handle,
                    RanksAgree);
  if (RanksAgree)
    agree(Comm, File.get());
  if (File) {
    if (File->Cached)
      File->Cached->Stats->add(Counter::Syncs);
    std::shared_ptr<CachedFile> Cached = File->Cached;
    mpi().files().add(std::move(File));
    if (Cached)
      sources().opens(Cached);
  }
  if (Begin != 0 && Error == MPI_SUCCESS)
    trace::extent(__func__, Begin, trace::intern(Name));
  return Error;
}

int MPI_File_close(MPI_File *Handle) {
  uint64_t Begin = trace::begin();
  std::string Path;
  if (Handle)
    Path = closed(*Handle);
  delayPoint();
  int Error = PMPI_File_close(Handle);
  if (Begin != 0)
    trace::extent(__func__, Begin, trace::intern(Path));
  return Error;
}

int MPI_File_delete(const char *Name, MPI_Info Info) {
  // The inode lives on while handles are open. Later, a new file may get the
  // inode.
  if (std::optional<LocalFile> Local = LocalFile::find(Name))
    if (auto Shared = mpi().files().findShared(Local->Key))
      Shared->invalidate();
  delayPoint();
  return PMPI_File_delete(Name, Info);
}

} // extern "C"
