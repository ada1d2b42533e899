//===- FileEntry.h - what the cache keeps of a file -----------------------===//
//
// All members are guarded by the cache's mutex but for the atomic ones. Reads
// in flight keep the entry and its descriptor alive; queued requests do not:
// they are dropped at the last close. So are cached pages, or the cache keeps
// the entry.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_FILEENTRY_H
#define FORESLICE_CACHE_FILEENTRY_H

#include "cache/PageCache.h"
#include "share/node/NodeDirectory.h"
#include "support/Mutex.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

namespace foreslice {

/// Counts the files that the cache has open and the program has not: those of
/// storage, and those that the program has closed while a read was in flight.
class UnopenedFiles {
public:
  static UnopenedFiles &get();
  void add() FORESLICE_EXCLUDES(M);
  void remove() FORESLICE_EXCLUDES(M);
  /// Waits until there is none; false if there are still some after MostNs.
  bool waitForNone(uint64_t MostNs) FORESLICE_EXCLUDES(M);

private:
  Mutex M;
  CondVar Fewer;
  unsigned Count FORESLICE_GUARDED_BY(M) = 0;
};

/// Files that storage has open and nobody reads any more, for the engine.
class GivenUpFiles {
public:
  GivenUpFiles() = default;
  ~GivenUpFiles();
  GivenUpFiles(const GivenUpFiles &) = delete;
  GivenUpFiles &operator=(const GivenUpFiles &) = delete;
  void add(int PathFd) FORESLICE_EXCLUDES(M);
  std::vector<int> take() FORESLICE_EXCLUDES(M);

private:
  Mutex M;
  std::vector<int> PathFds FORESLICE_GUARDED_BY(M);
};

/// What a file is read by, for as long as anybody reads. Closing a file drops
/// all of the process's fcntl locks on it (POSIX.1-2017, fcntl), whoever took
/// them: a descriptor lets go of its file only when the program closes the same
/// file, and one of a file that the program has not opened never names it.
class Descriptor {
public:
  explicit Descriptor(int Number) : Number(Number) {}
  /// PathFd is O_PATH, to which no locks belong. Storage opens the file by it,
  /// and gives it up when told by GivenUp.
  Descriptor(int PathFd, std::shared_ptr<GivenUpFiles> GivenUp)
      : Number(PathFd), GivenUp(std::move(GivenUp)) {
    UnopenedFiles::get().add();
  }
  ~Descriptor();
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;

  /// Lets go of the file. The number stands for no file from then on, and is
  /// nobody else's while reads may still be issued by it; they fail.
  void retire() const;
  /// Whether storage has the file open, and not the process.
  bool isOfStorage() const { return GivenUp != nullptr; }

  const int Number;

private:
  const std::shared_ptr<GivenUpFiles> GivenUp;
  /// The file could not be let go of, and stays open: closing it at another
  /// time may cost the program its locks.
  mutable std::atomic<bool> Stuck{false};
  mutable std::atomic<bool> Retired{false};
};

struct FileEntry final : CachedFile, std::enable_shared_from_this<FileEntry> {
  /// What the main thread will write in a call, as sources say.
  struct DirtyRange {
    uint64_t CallId;
    ByteRange Bytes;
    bool operator==(const DirtyRange &) const = default;
  };
  /// A write under way, or a hold, of which other processes need not know.
  struct Write {
    ByteRange Bytes;
    bool Hold;
    bool operator==(const Write &) const = default;
  };
  static constexpr size_t MostDirty = 1024;
  static constexpr uint64_t NoCall = ~uint64_t(0);

  FileEntry(Key Id, std::shared_ptr<Descriptor> Fd, uint64_t BlockPages = 1)
      : Id(Id), BlockPages(BlockPages), Fd(std::move(Fd)),
        FdNumber(this->Fd->Number) {}

  int descriptor() const override {
    return FdNumber.load(std::memory_order_relaxed);
  }
  void readBy(std::shared_ptr<Descriptor> New) {
    Fd = std::move(New);
    FdNumber.store(Fd->Number, std::memory_order_relaxed);
  }
  bool closed() const { return Handles == 0; }
  /// Whether the operating system has these bytes in memory. Not known, and so
  /// false, of a file that only storage has open.
  bool isInSystemMemory(ByteRange Bytes) const;
  bool behind(uint64_t CallId) const {
    return CallId < MainCallId.load(std::memory_order_relaxed);
  }
  /// The same, and the call is over.
  bool isOver(uint64_t CallId) const {
    return CallId + 1 < MainCallId.load(std::memory_order_relaxed);
  }
  bool isBeingWritten(ByteRange Bytes) const {
    return std::ranges::any_of(
        Writes, [&](const Write &W) { return W.Bytes.overlaps(Bytes); });
  }
  /// The last call before CallId that writes any of Bytes and that the main
  /// thread has not come to; NoCall if there is none.
  uint64_t writeBefore(uint64_t CallId, ByteRange Bytes) const;
  /// Whether a request must wait for that call.
  bool parked(uint64_t After) const {
    return After != NoCall && !behind(After);
  }
  void expectWrite(DirtyRange R);
  /// Counts the request of CallId as skipped, once however many pages it has.
  void countSkipped(uint64_t CallId) {
    if (LastSkipped != CallId)
      Stats->add(Counter::RequestsSkipped);
    LastSkipped = CallId;
  }

  /// A source waits for data of a call that the main thread has come to: what
  /// that misses next is read for both.
  void fillForSource() { FilledUntil = MainCallId + CallsFilled; }
  bool isFilledForSource() const {
    uint64_t Now = MainCallId; // begins anew with each launch
    return Now < FilledUntil && FilledUntil - Now <= CallsFilled;
  }

  const Key Id;
  const uint64_t BlockPages; ///< That storage has in one place; at least 1.
  std::shared_ptr<Descriptor> Fd; ///< Null after the last close.
  std::atomic<int> FdNumber;
  /// Of handles beside the first.
  std::vector<std::shared_ptr<Descriptor>> Spare;
  unsigned Handles = 1;
  /// Pages fetched before the program opened the file, which it then was to
  /// find in the operating system's memory, and has not read yet.
  std::unordered_set<uint64_t> LeftToSystem;
  uint64_t LinkedPages = 0; ///< Pages of this file that lookups can find.
  uint64_t ShortPages = 0;  ///< Those of them that the end of file cuts.
  // Requests of this file in the queue, by its numbers.
  uint64_t QueuedPages = 0;
  uint32_t FirstQueued = 0, LastQueued = 0;         ///< Of those not parked.
  std::multimap<uint64_t, uint32_t> ParkedRequests; ///< By writeBefore.
  uint64_t LastSkipped = ~uint64_t(0);
  static constexpr uint64_t CallsFilled = 16;
  uint64_t FilledUntil = 0;
  uint64_t LastInMemory =
      ~uint64_t(0);             ///< Page that isInMemory() counted last.
  std::vector<Write> Writes;    ///< Under way.
  std::deque<DirtyRange> Dirty; ///< By call id.
  uint64_t WriteEpoch = 0;      ///< Grows whenever a write begins or ends.
  /// In the directory of the node; 0 if other processes do not see its pages.
  uint32_t SharedId = 0;
  /// A number of its own for each open of a file that nobody has open, also
  /// among processes that share its pages. 0 in a directory that it is not in.
  uint64_t OpenedAs = 0;
  /// Pages that others read before this, by the directory's clock, are no use.
  std::atomic<uint64_t> SharedSince{0};
  /// How ranks of other nodes know the file: by each open, the first of which
  /// counts, and that; 0 if they do not.
  std::vector<NodeDirectory::JobFileId> Jobs;
  NodeDirectory::JobFileId Job = 0;
  uint64_t JobGeneration = 0;
  /// What comes from other nodes is as of this time of the directory.
  uint64_t JobSince = 0;

  /// Whether pages may come from other nodes: they are no older than this
  /// process wants them, and other nodes hear of all writes.
  bool remote(const NodeDirectory *Node) const {
    return Job && SharedSince <= JobSince && Node->onlyJob(SharedId, Job);
  }
};

} // namespace foreslice

#endif // FORESLICE_CACHE_FILEENTRY_H
