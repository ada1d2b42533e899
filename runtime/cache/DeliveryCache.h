//===- DeliveryCache.h - the cache of one delivery ------------------------===//
//
// The state, the engine and the open files of one delivery, and what several
// faces of the cache do with them.
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

  /// Lets those see it who wait for pages that are dropped.
  void noteDropped(CachedFile &File, size_t Dropped)
      FORESLICE_REQUIRES(State.M) {
    File.Stats->add(Counter::Invalidations, Dropped);
    if (State.PageWaiters != 0)
      State.PageSettled.notifyAll();
    if (State.DataWaiters != 0)
      State.SourceNews.notifyAll();
  }
  /// The main thread reads the pages itself. Lets those see it who wait for
  /// their data.
  std::vector<RequestQueue::AskedBy> withdraw(CachedFile &File,
                                              std::span<const PagePart> Pages)
      FORESLICE_REQUIRES(State.M) {
    if (State.DataWaiters != 0)
      State.SourceNews.notifyAll();
    return State.Queue.withdraw(File, Pages);
  }
  /// What is dropped before the call that it was fetched for is fetched anew,
  /// once: a program may drop it again and again.
  void askAgain(const Page &Pg) FORESLICE_REQUIRES(State.M) {
    if (Pg.Pure && !Pg.Again && !Pg.File->behind(Pg.Lane, Pg.CallId) &&
        !State.Queue.full())
      State.Queue.push(Pg.File->Whole, {Pg.Lane, Pg.CallId},
                       {Pg.Index, State.Grid.bytesOf(Pg.Index)}, true);
  }
  /// All pages of the file, for this process.
  void invalidate(CachedFile &File) FORESLICE_REQUIRES(State.M);
  /// Those that this process has, as far as they are written.
  void drop(CachedFile &File, ByteRange Written) FORESLICE_REQUIRES(State.M);
  std::shared_ptr<CachedFile> makeEntry(FileKey K,
                                        std::shared_ptr<StoredFile> File,
                                        const std::string &Path,
                                        uint64_t BlockSize);
  /// Somebody has the file open from now on.
  void enter(const std::shared_ptr<CachedFile> &File)
      FORESLICE_REQUIRES(State.M);
  /// One handle; OnlyAhead: if the program has not opened the file.
  void close(CachedFile &File, bool OnlyAhead);
  void leave(CachedFile &File) FORESLICE_REQUIRES(State.M);
  void dropLeft() FORESLICE_REQUIRES(State.M);
  /// Drops what was fetched before the program opened the file; gives some of
  /// the pages that had come.
  std::vector<uint64_t> leaveToSystem(CachedFile &File)
      FORESLICE_REQUIRES(State.M);
  /// Notes the device if none of Some is in the operating system's memory.
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
  /// Whether what steers the process lets anything be fetched ahead.
  bool mayFetch() const { return !State.Limits.allowsNothing(); }
  /// Reads of the main thread are worth a look.
  bool pays() const { return !State.Limits.isOff() && Io.pays(); }
  bool pays(const CachedFile &File) const {
    return pays() && !File.Kernel.isGivenUp();
  }

  CacheState State;
  /// Outlives the engine, whose queue names files.
  std::vector<std::shared_ptr<CachedFile>> Files FORESLICE_GUARDED_BY(State.M);
  /// Closed here, but open in other processes, which find pages.
  std::vector<std::shared_ptr<CachedFile>> Left FORESLICE_GUARDED_BY(State.M);
  /// What was fetched to the operating system's memory of files that the
  /// program had not opened, and has not opened since.
  std::map<FileKey, std::unordered_set<uint64_t>>
      LeftEarly FORESLICE_GUARDED_BY(State.M);
  /// Of these devices the operating system keeps nothing in memory.
  std::vector<dev_t> NotKept FORESLICE_GUARDED_BY(State.M);
  Engine Io;
  /// Of the lanes given out so far: what counts their pages.
  std::vector<SourceStatistics *> Lanes FORESLICE_GUARDED_BY(State.M);
  /// Calls asked about while prefetching did not pay, since the last that was
  /// wanted all the same, and the time of that one.
  std::atomic<uint64_t> Unpaid{0}, ProbedNs{0};
};

/// Holds the mutex of a delivery's cache. The engine is woken behind the scope
/// if the engine waits and could do something now.
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
