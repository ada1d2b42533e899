//===- Files.h - open files by handle, and shared state of handles --------===//
//
// An OpenFile is one MPI_File; a SharedFile is the device and inode behind the
// handle, common to all handles on the file. Only the main thread makes MPI
// calls on handles.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_FILES_H
#define FORESLICE_FRONTEND_MPIIO_FILES_H

#include "cache/CachedFile.h"
#include "frontend/DataOrder.h"
#include "frontend/mpiio/Datatypes.h"
#include "frontend/mpiio/Mpi.h"
#include "layout/View.h"
#include "support/FunctionRef.h"
#include "support/Mutex.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace foreslice {

/// Pointer used by an access.
enum class Pointer { Individual, Shared, None /**< At an explicit offset. */ };

/// State of a file, and of a handle on the file, for slices of the front end.
struct SlicedFile;
struct SlicedHandle;

class StartedWrite;

class SharedFile {
public:
  explicit SharedFile(FileKey K);

  const FileKey Key;
  /// The cache's file; null while the cache may not serve any handle.
  std::shared_ptr<CachedFile> cached() const;
  void addReader(std::shared_ptr<CachedFile> File);
  void removeReader(const std::shared_ptr<CachedFile> &File);
  /// Gives up a file opened ahead by a slice.
  void removeAhead(const std::shared_ptr<CachedFile> &File);

  /// While any reason holds (atomic mode, or a write without a visible end),
  /// nothing is fetched or served.
  bool suspended() const { return Reasons.load() > 0; }
  /// Number of reasons, over all handles.
  int reasons() const { return Reasons.load(); }
  /// OthersOnly: because of writes of other ranks only.
  void suspend(bool OthersOnly);
  void resume(bool OthersOnly);
  void invalidate();

  /// Whether the file, File in the cache, has bytes up to End. Asks storage
  /// only if the file had fewer bytes at the last question.
  bool reachesTo(int64_t End, const CachedFile &File);
  /// The file may have become shorter.
  void forgetSize() { SizeSeen.store(0); }

  const std::shared_ptr<SlicedFile> Sliced;
  DataOrder Order;

private:
  void forgetReader();

  mutable Mutex Lock;
  std::shared_ptr<CachedFile> File FORESLICE_GUARDED_BY(Lock);
  unsigned Readers FORESLICE_GUARDED_BY(Lock) = 0;
  std::atomic<int> Reasons{0};
  int OfOthers FORESLICE_GUARDED_BY(Lock) = 0; ///< Of Reasons.
  std::atomic<int64_t> SizeSeen{0};
};

/// Votes of ranks before collective reads of a handle: rare while no rank has
/// found a page for many votes. All ranks know the result of each vote, so all
/// vote before the same reads.
class VotePace {
public:
  /// A collective read begins. True if there is no vote before.
  bool skips() { return InVain >= Patience && ++Skipped % OneOf != 0; }
  /// No slice tells whether the ranks will have pages: votes in vain become
  /// rarer and rarer, and end.
  void beRare() {
    IsRare = true;
    Patience = FewVotes;
    OneOf = FirstSkipped;
  }
  /// Found: a rank had a page of the read. Hopes: a rank may have pages of
  /// later reads, as a source looks at the reads of that rank.
  void voted(bool Found, bool Hopes = true) {
    const bool IsNew = Hopes && !Hoped;
    Hoped = Hopes;
    InVain = Found || IsNew ? 0 : InVain + 1;
    if (Found || IsNew) {
      OneOf = IsRare ? FirstSkipped : LeastSkipped;
      Skipped = 0;
    } else if (IsRare && (InVain > Patience || !Hopes)) {
      InVain = std::max(InVain, Patience);
      IsGivenUp = OneOf >= MostSkipped;
      OneOf =
          Hopes ? 2 * OneOf : FasterWithoutHope * std::max(OneOf, LeastSkipped);
    }
  }
  /// There is no vote any more: the handle's reads need no look.
  bool isGivenUp() const { return IsGivenUp; }

private:
  /// A pattern may show at the N-th read: a vote is due before the 2N-th.
  static constexpr unsigned FirstSkipped = 2;
  static constexpr unsigned LeastSkipped = 16, MostSkipped = 512, FewVotes = 4,
                            FasterWithoutHope = 4;
  unsigned Patience = 8, OneOf = LeastSkipped, InVain = 0, Skipped = 0;
  bool IsRare = false, IsGivenUp = false, Hoped = true;
};

struct OpenFile {
  OpenFile();

  MPI_File Handle{};
  std::string Path; ///< The program's name of the file.
  /// Null unless a local file is certain to be the opened file.
  std::shared_ptr<SharedFile> Shared;
  /// Null if the cache never serves reads of this handle.
  std::shared_ptr<CachedFile> Cached;
  /// All ranks may serve collective reads from the caches after a vote.
  bool Collective = false;
  /// All ranks may begin to vote after a few collective reads: there is no
  /// slice of such reads, but the run time may learn the pattern.
  bool MayVote = false;
  unsigned CollectiveReads = 0; ///< Before votes.
  /// If MayVote, the ranks vote from this collective read on: a learnt pattern
  /// knows the fourth. A signature may know the first, by reads before. Each
  /// read without a vote waits in storage behind the pages that the sources
  /// have asked for.
  unsigned FirstVoted = 3;
  /// For votes; MPI_COMM_NULL for a single rank.
  MPI_Comm VoteComm = MPI_COMM_NULL;
  VotePace Votes;
  /// Number of the handle, known to all its ranks; 0 for a single rank, or
  /// where the ranks do not agree.
  uint64_t Number = 0;
  /// Number of the file, opened by VoteComm, among ranks of several nodes; 0 if
  /// each node has a separate file.
  uint64_t Job = 0;
  uint64_t JobGeneration = 0; ///< Begun by open, sync, set_size, preallocate.
  /// Opened by a communicator of one rank.
  bool OneRank = false;
  /// False: the shared pointer is at the beginning of the view. The MPI library
  /// makes the pointer at the first use, and need not be asked.
  std::atomic<bool> SharedPointerUsed{false};
  /// A collective write has failed here: what other ranks have written may not
  /// be in the file.
  std::atomic<bool> WriteHasFailed{false};
  /// Bytes of a split collective read done by the begin; -1 if none, or if the
  /// MPI library does the read.
  int64_t SplitBytes = -1;
  /// The split collective write under way, if its end will be known.
  std::shared_ptr<StartedWrite> SplitWrite;
  /// Nonblocking collective reads that the cache has served, and to which this
  /// rank came without a byte to read, for the other ranks' sake.
  std::vector<MPI_Request> Joined;
  /// Whether the rank may join one more of these.
  bool mayJoin();
  /// Waits until the other ranks have come to these reads: before calls of all
  /// ranks for which no read may be under way.
  void awaitJoined();
  /// Reasons for Shared->suspend() held by this handle.
  enum Reason : unsigned {
    Atomic = 1,
    Nonblocking = 2,
    Split = 4,
    Together = 8, ///< Other ranks may still write in a call ended here.
  };
  std::atomic<unsigned> Held{0};
  const std::shared_ptr<SlicedHandle> Sliced;
  /// Held during an access at a pointer if several threads may call MPI.
  std::mutex PointerTurn;
  /// The main thread's pointer, in etypes; nothing if unknown to the MPI
  /// library.
  std::optional<int64_t> position(Pointer P) const;

  /// The program's view. Asks the MPI library if the view is not known: on
  /// threads of the program only, and not understood where MPI must not be
  /// called.
  std::shared_ptr<const View> view() const;
  /// The program has set a view. V is null if to be found at the first use.
  void setView(std::shared_ptr<const View> V) const;
  /// Collective over VoteComm, if Job: all ranks have made writes visible to
  /// each other, or have dropped cached pages.
  void renewJob();
  /// A collective read begins. After a few of them the ranks agree to vote.
  void collectiveReadBegins();
  void hold(Reason R);
  void release(Reason R);
  /// All ranks have come to a collective read: earlier collective writes are
  /// over on all ranks. Ranks of several nodes need a sync.
  void voted() {
    if (Job == 0)
      release(Together);
  }
  /// Whether the file may be cached, now or after the vote of the next
  /// collective read.
  bool isCachedAtVote() const {
    int Reasons = Shared->reasons();
    return Reasons == 0 ||
           (Reasons == 1 && Held.load() == Together && Collective && Job == 0);
  }

private:
  mutable Mutex Lock;
  mutable std::shared_ptr<const View>
      Current FORESLICE_GUARDED_BY(Lock) = View::bytes();
};

class FileRegistry {
public:
  std::shared_ptr<OpenFile> find(foreslice_handle Handle) const;
  std::shared_ptr<OpenFile> find(MPI_File Handle) const {
    return find(toHandle(Handle));
  }
  /// Like find(), on the reading thread: valid until the program closes the
  /// file, and quick for the thread's last file.
  OpenFile *lookUp(MPI_File Handle) const;
  /// For slices: a file closed by the main thread since the launch, or not
  /// opened, is an OpenFile with unknown contents.
  std::shared_ptr<OpenFile> findForSlice(foreslice_handle Handle) const;
  void forgetClosed();
  void add(std::shared_ptr<OpenFile> File);
  std::shared_ptr<OpenFile> remove(MPI_File Handle);
  /// The only SharedFile of Key, made at the first call.
  std::shared_ptr<SharedFile> shared(FileKey Key);
  /// The SharedFile of Key, or null.
  std::shared_ptr<SharedFile> findShared(FileKey Key);
  void forEach(FunctionRef<void(OpenFile &)> Visit) const;
  /// The program uses the shared pointer of a file.
  void sharedPointerUsed(MPI_File Handle) const;

  /// Open files with votes before each collective read, and open files with
  /// cached data. If both are zero, no wrapper has work.
  std::atomic<int> Voting{0}, Reading{0};
  /// There are slices of Fortran programs. Before the first file is opened.
  void expectFortran() { OfFortran.store(true); }

private:
  mutable SharedMutex Lock;
  std::atomic<bool> OfFortran{false};
  std::atomic<uint64_t> Changes{1}; // of Open
  std::unordered_map<foreslice_handle, std::shared_ptr<OpenFile>>
      Open FORESLICE_GUARDED_BY(Lock);
  /// C's handles by Fortran's, made by MPICH only if asked.
  FortranHandles InFortran FORESLICE_GUARDED_BY(Lock);
  /// Handles closed in the running region; new files often reuse handles.
  std::unordered_set<foreslice_handle> Closed FORESLICE_GUARDED_BY(Lock);
  std::map<std::pair<dev_t, ino_t>, std::weak_ptr<SharedFile>>
      Shared FORESLICE_GUARDED_BY(Lock);
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_FILES_H
