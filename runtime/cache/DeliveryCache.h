//===- DeliveryCache.h - the cache of one delivery ------------------------===//
//
// The state, the engine and the open files of one delivery, and the common work
// of several faces of the cache.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_DELIVERYCACHE_H
#define FORESLICE_CACHE_DELIVERYCACHE_H

#include "cache/CachedFile.h"
#include "engine/Engine.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

namespace foreslice {

struct DeliveryCache {
  DeliveryCache(const Settings &S, std::unique_ptr<Storage> Backend,
                Delivery How = Delivery::Pool)
      : State(S, How), Io(State, std::move(Backend)) {}

  /// Wakes threads that wait for dropped pages.
  void noteDropped(CachedFile &File, size_t Dropped)
      FORESLICE_REQUIRES(State.M) {
    File.Stats->add(Counter::Invalidations, Dropped);
    if (State.PageWaiters != 0)
      State.PageSettled.notifyAll();
    if (State.DataWaiters != 0)
      State.SourceNews.notifyAll();
  }
  /// The main thread reads the pages itself. Wakes sources that wait for the
  /// pages' data.
  std::vector<RequestQueue::AskedBy> withdraw(CachedFile &File,
                                              std::span<const PagePart> Pages)
      FORESLICE_REQUIRES(State.M) {
    if (State.DataWaiters != 0)
      State.SourceNews.notifyAll();
    return State.Queue.withdraw(File, Pages);
  }
  /// Posts a dropped page again for a call to come, once: a program may drop
  /// the page again and again.
  void askAgain(const Page &Pg) FORESLICE_REQUIRES(State.M) {
    if (Pg.Pure && !Pg.Again && !Pg.File->behind(Pg.Lane, Pg.CallId) &&
        !State.Queue.full())
      State.Queue.push(Pg.File->Whole, {Pg.Lane, Pg.CallId},
                       {Pg.Index, State.Grid.bytesOf(Pg.Index)}, true);
  }
  /// Drops all pages of the file, for this process.
  void invalidate(CachedFile &File) FORESLICE_REQUIRES(State.M);
  /// Drops this process's pages, as far as written.
  void drop(CachedFile &File, ByteRange Written) FORESLICE_REQUIRES(State.M);
  /// The bytes of File that others have written since the number Since, but by
  /// collective writes in which this process takes part.
  std::vector<ByteRange> writtenByOthers(const CachedFile &File,
                                         uint64_t &Since)
      FORESLICE_REQUIRES(File.WrittenM);
  /// Drops copies of written bytes that other processes have written since.
  void dropWrittenByOthers(CachedFile &File);
  std::shared_ptr<CachedFile> makeEntry(FileKey K,
                                        std::shared_ptr<StoredFile> File,
                                        const std::string &Path,
                                        uint64_t BlockSize);
  /// The file is open from now on.
  void enter(const std::shared_ptr<CachedFile> &File)
      FORESLICE_REQUIRES(State.M);
  /// Closes one handle; OnlyAhead: only if the program has not opened the file.
  void close(CachedFile &File, bool OnlyAhead);
  void leave(CachedFile &File) FORESLICE_REQUIRES(State.M);
  void dropLeft() FORESLICE_REQUIRES(State.M);
  /// Some pages of files of the key, open or left, that have come.
  std::vector<Slot> readyPages(FileKey K, size_t Most)
      FORESLICE_REQUIRES(State.M);
  /// Drops pages fetched before the program opened the file; gives some of the
  /// pages that had come.
  std::vector<uint64_t> leaveToSystem(CachedFile &File)
      FORESLICE_REQUIRES(State.M);
  /// Notes the device if no page of Some is in the operating system's memory.
  void lookWhatIsKept(CachedFile &File, const std::vector<uint64_t> &Some);
  bool isLeftBy(ByteRange Written, Slot S) FORESLICE_REQUIRES(State.M);

  std::vector<std::shared_ptr<CachedFile>>::iterator find(FileKey K)
      FORESLICE_REQUIRES(State.M) {
    return std::find_if(Files.begin(), Files.end(),
                        [&](const auto &F) { return F->Id == K; });
  }

  LaneId addLane(SourceStatistics &Counts) FORESLICE_REQUIRES(State.M) {
    LaneId New = static_cast<LaneId>(Lanes.size());
    State.Pool.countFor(New, Counts);
    Lanes.push_back(&Counts);
    return New;
  }
  /// The main thread begins to wait.
  void idles(Scheme::Idle Why);
  /// Whether the steering of the process allows any fetch ahead.
  bool mayFetch() const { return !State.Limits.allowsNothing(); }
  /// Whether reads of the main thread are worth a look.
  bool pays() const { return !State.Limits.isOff() && Io.pays(); }
  bool pays(const CachedFile &File) const {
    return pays() && !File.Kernel.isGivenUp();
  }

  CacheState State;
  /// Outlives the engine, whose queue names files.
  std::vector<std::shared_ptr<CachedFile>> Files FORESLICE_GUARDED_BY(State.M);
  /// Files closed here, but open in other processes, which find pages; or
  /// fetched before MPI_Init, for the pool to take over.
  std::vector<std::shared_ptr<CachedFile>> Left FORESLICE_GUARDED_BY(State.M);
  /// Pages fetched to the operating system's memory, of files that the program
  /// has not opened up to now.
  std::map<FileKey, std::unordered_set<uint64_t>>
      LeftEarly FORESLICE_GUARDED_BY(State.M);
  /// Devices whose pages the operating system does not keep.
  std::vector<dev_t> NotKept FORESLICE_GUARDED_BY(State.M);
  Engine Io;
  /// By lane: the counters of the lane's pages.
  std::vector<SourceStatistics *> Lanes FORESLICE_GUARDED_BY(State.M);
  /// Calls asked about while prefetching did not pay, since the last wanted
  /// call, and the time of the last wanted call.
  std::atomic<uint64_t> Unpaid{0}, ProbedNs{0};
};

/// Holds the mutex of a delivery's cache. Behind the scope, wakes an engine
/// that waits and could now work.
class FORESLICE_ANNOTATE(scoped_lockable) EngineLock {
public:
  explicit EngineLock(DeliveryCache &C) FORESLICE_ACQUIRES(C.State.M) : C(C) {
    C.State.M.lock();
  }
  ~EngineLock() FORESLICE_RELEASES() {
    C.State.M.assertHeld();
    const bool Wake = C.State.engineNeeded();
    C.State.M.unlock();
    if (Wake)
      C.Io.wake();
  }
  EngineLock(const EngineLock &) = delete;
  EngineLock &operator=(const EngineLock &) = delete;

private:
  DeliveryCache &C;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_DELIVERYCACHE_H
