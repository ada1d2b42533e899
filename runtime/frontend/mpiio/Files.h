//===- Files.h - open files by handle, and what handles share -------------===//
//
// An OpenFile is one MPI_File; a SharedFile is the device and inode behind it,
// common to all handles on it. Only the main thread makes MPI calls on them.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_FILES_H
#define FORESLICE_FRONTEND_MPIIO_FILES_H

#include "cache/CachedFile.h"
#include "frontend/mpiio/Datatypes.h"
#include "frontend/mpiio/Mpi.h"
#include "layout/View.h"
#include "support/FunctionRef.h"
#include "support/Mutex.h"

#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_set>

namespace foreslice {

/// Where in a file an access begins.
enum class Pointer { Individual, Shared, None /**< At an explicit offset. */ };

/// What the slices of the front end keep of a file, and of a handle on it.
struct SlicedFile;
struct SlicedHandle;

class SharedFile {
public:
  explicit SharedFile(FileKey K);

  const FileKey Key;
  /// The cache's file; null while no handle may be served from it.
  std::shared_ptr<CachedFile> cached() const;
  void addReader(std::shared_ptr<CachedFile> File);
  void removeReader(const std::shared_ptr<CachedFile> &File);
  /// The same for a slice that has opened the file ahead.
  void removeAhead(const std::shared_ptr<CachedFile> &File);

  /// While any reason holds (atomic mode, a write under way that no one sees
  /// the end of), nothing is fetched or served.
  bool suspended() const { return Reasons.load() > 0; }
  /// By how many handles and reasons.
  int reasons() const { return Reasons.load(); }
  void suspend();
  void resume();
  void invalidate();

  /// Whether the file, which is File in the cache, has bytes up to End. Storage
  /// is asked only where the file had fewer when it was asked last.
  bool reachesTo(int64_t End, const CachedFile &File);
  /// The file may have become shorter.
  void forgetSize() { SizeSeen.store(0); }

  const std::shared_ptr<SlicedFile> Sliced;

private:
  void forgetReader();

  mutable Mutex Lock;
  std::shared_ptr<CachedFile> File FORESLICE_GUARDED_BY(Lock);
  unsigned Readers FORESLICE_GUARDED_BY(Lock) = 0;
  std::atomic<int> Reasons{0};
  std::atomic<int64_t> SizeSeen{0};
};

/// When ranks vote before collective reads of a handle: rarely while no rank
/// has found a page for many votes. All ranks know how each vote went, so they
/// all vote before the same reads.
class VotePace {
public:
  /// A collective read begins. True if no vote is held before it.
  bool skips() { return InVain >= Patience && ++Skipped % OneOf != 0; }
  /// Found: a rank had a page of the read.
  void voted(bool Found) { InVain = Found ? 0 : InVain + 1; }

private:
  static constexpr unsigned Patience = 8, OneOf = 16;
  unsigned InVain = 0, Skipped = 0;
};

struct OpenFile {
  OpenFile();

  MPI_File Handle{};
  std::string Path; ///< As the program names it.
  /// Null if no local file is known for certain to be the one opened.
  std::shared_ptr<SharedFile> Shared;
  /// Null if this handle's reads are never served from the cache.
  std::shared_ptr<CachedFile> Cached;
  /// All ranks may serve collective reads from their caches if a vote says so.
  bool Collective = false;
  /// Where they vote; MPI_COMM_NULL for a single rank.
  MPI_Comm VoteComm = MPI_COMM_NULL;
  VotePace Votes;
  /// How ranks of several nodes know the file, which VoteComm has opened; 0 if
  /// each node has it to itself.
  uint64_t Job = 0;
  uint64_t JobGeneration = 0; ///< Begun by open, sync, set_size, preallocate.
  /// Opened by a communicator of one rank.
  bool OneRank = false;
  /// False: the shared pointer stands at the beginning of the view, and the MPI
  /// library, which makes it at its first use, need not be asked.
  std::atomic<bool> SharedPointerUsed{false};
  /// Bytes of a split collective read that its begin has done; -1 if there is
  /// none or the MPI library does it.
  int64_t SplitBytes = -1;
  /// Reasons for Shared->suspend() that this handle holds.
  enum Reason : unsigned {
    Atomic = 1,
    Nonblocking = 2,
    Split = 4,
    Together = 8, ///< Other ranks may still be at a write that is over here.
  };
  std::atomic<unsigned> Held{0};
  const std::shared_ptr<SlicedHandle> Sliced;
  /// Held over an access at a pointer where several threads may call MPI.
  std::mutex PointerTurn;
  /// Where the main thread's pointer stands, in etypes; nothing if the MPI
  /// library does not say.
  std::optional<int64_t> position(Pointer P) const;

  std::shared_ptr<const View> view() const;
  void setView(std::shared_ptr<const View> V);
  /// Collective over VoteComm, if Job: all ranks have made what they wrote
  /// visible to each other, or have dropped what they had.
  void renewJob();
  void hold(Reason R);
  void release(Reason R);
  /// All ranks have come to a collective read: what they wrote together before
  /// is over on all of them. Ranks of several nodes need a sync.
  void voted() {
    if (Job == 0)
      release(Together);
  }
  /// Whether nothing keeps the file from being cached, or only what the next
  /// collective read ends.
  bool isCachedAtVote() const {
    int Reasons = Shared->reasons();
    return Reasons == 0 ||
           (Reasons == 1 && Held.load() == Together && Collective && Job == 0);
  }

private:
  mutable Mutex Lock;
  std::shared_ptr<const View>
      Current FORESLICE_GUARDED_BY(Lock) = View::bytes();
};

class FileRegistry {
public:
  std::shared_ptr<OpenFile> find(foreslice_handle Handle) const;
  std::shared_ptr<OpenFile> find(MPI_File Handle) const {
    return find(toHandle(Handle));
  }
  /// The same for the thread that reads: valid until the program closes the
  /// file, and quick for the file that the thread asked for last.
  OpenFile *lookUp(MPI_File Handle) const;
  /// For slices: a file that the main thread has closed since the launch, as
  /// slices may be behind, or could not open is one of which nothing is known.
  std::shared_ptr<OpenFile> findForSlice(foreslice_handle Handle) const;
  void forgetClosed();
  void add(std::shared_ptr<OpenFile> File);
  std::shared_ptr<OpenFile> remove(MPI_File Handle);
  /// The one SharedFile of Key, made if need be.
  std::shared_ptr<SharedFile> shared(FileKey Key);
  /// The same, or null.
  std::shared_ptr<SharedFile> findShared(FileKey Key);
  void forEach(FunctionRef<void(OpenFile &)> Visit) const;
  /// The program uses the shared pointer of a file.
  void sharedPointerUsed(MPI_File Handle) const;

  /// How many open files hold votes before each collective read, and how many
  /// have anything cached: both zero means that no wrapper has work to do.
  std::atomic<int> Voting{0}, Reading{0};
  /// There are slices of Fortran programs. Before the first file is opened.
  void expectFortran() { OfFortran.store(true); }

private:
  mutable SharedMutex Lock;
  std::atomic<bool> OfFortran{false};
  std::atomic<uint64_t> Changes{1}; // of Open
  std::unordered_map<foreslice_handle, std::shared_ptr<OpenFile>>
      Open FORESLICE_GUARDED_BY(Lock);
  /// C's handles by Fortran's, which MPICH makes only when it is asked.
  FortranHandles InFortran FORESLICE_GUARDED_BY(Lock);
  /// Handles closed in the running region; new files often get them again.
  std::unordered_set<foreslice_handle> Closed FORESLICE_GUARDED_BY(Lock);
  std::map<std::pair<dev_t, ino_t>, std::weak_ptr<SharedFile>>
      Shared FORESLICE_GUARDED_BY(Lock);
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_FILES_H
