//===- CacheState.h - what the cache's threads share ----------------------===//
//
// One mutex guards it all: it is held for lookups and list moves only, never
// over a read or a copy.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ENGINE_CACHESTATE_H
#define FORESLICE_ENGINE_CACHESTATE_H

#include "engine/RequestQueue.h"
#include "pages/PagePool.h"
#include "scheme/CallWindow.h"
#include "scheme/CoreUse.h"
#include "scheme/RemoteWorth.h"
#include "scheme/Scheme.h"
#include "scheme/StorageShare.h"
#include "scheme/Worth.h"
#include "share/RemotePages.h"
#include "support/Clock.h"
#include "support/Mutex.h"
#include "support/Trace.h"

namespace foreslice {

struct CacheState {
  explicit CacheState(const Settings &S)
      : IoDepth(S.IoDepth), Always(S.Always), PageSize(S.PageSize),
        Pool(S.CacheSize, S.PageSize),
        Queue(RequestQueue::capacityFor(Pool.slots()), Pool.slots() / 16),
        Meter(S.PageSize), Window(S.IoDepth) {
    setScheme(S.Scheme);
  }

  void setScheme(SchemeKind New) FORESLICE_REQUIRES(M) {
    Kind = New;
    Policy = makeScheme(New, Pool.slots());
    Pool.followFuture(Policy->knowsFuture());
  }

  /// What the processes of this node have; null if each has its own. Set before
  /// the first file is opened.
  NodeDirectory *Node = nullptr;
  /// The same of other nodes. Needs Node.
  RemotePages *Remote = nullptr;
  const unsigned IoDepth;
  const bool Always; ///< Settings::Always.
  const uint64_t PageSize;
  Mutex M;
  PagePool Pool FORESLICE_GUARDED_BY(M);
  RequestQueue Queue FORESLICE_GUARDED_BY(M);
  SchemeKind Kind FORESLICE_GUARDED_BY(M);
  std::unique_ptr<Scheme> Policy FORESLICE_GUARDED_BY(M);
  uint64_t Opens FORESLICE_GUARDED_BY(M) = 0; ///< Of FileEntry::OpenedAs.
  Worth Meter FORESLICE_GUARDED_BY(M);
  RemoteWorth NodesMeter FORESLICE_GUARDED_BY(M);
  CallWindow Window FORESLICE_GUARDED_BY(M);
  StorageShare InStorage FORESLICE_GUARDED_BY(M);
  CoreUse OnCore FORESLICE_GUARDED_BY(M);

  /// A page that was on its way has come or was dropped.
  CondVar PageSettled;
  unsigned PageWaiters FORESLICE_GUARDED_BY(M) = 0;
  /// The queue has room, something has become of a page that a source waits
  /// for, or sources shall look at their cancel flag.
  CondVar SourceNews;
  unsigned RoomWaiters FORESLICE_GUARDED_BY(M) = 0;
  unsigned DataWaiters FORESLICE_GUARDED_BY(M) = 0;

  /// When the main thread's last read was over, and when the latest began; 0 if
  /// none was.
  uint64_t LastReadNs FORESLICE_GUARDED_BY(M) = 0;
  uint64_t ReadBeganNs FORESLICE_GUARDED_BY(M) = 0;
  /// Demand reads under way that missed something.
  unsigned DemandsMissing FORESLICE_GUARDED_BY(M) = 0;
  /// The engine may fetch once although a demand read is missing something.
  /// Set between two such reads: a program that only reads would otherwise
  /// never let the engine begin.
  bool TurnOwed FORESLICE_GUARDED_BY(M) = false;
  /// The engine waits for storage and looks at nothing until it is woken.
  bool EngineWaits FORESLICE_GUARDED_BY(M) = false;
  /// It does not even wait for storage, until so much content is here.
  bool EngineRests FORESLICE_GUARDED_BY(M) = false;
  size_t RestUntil FORESLICE_GUARDED_BY(M) = 0;
  /// The main thread asks whether pages are here and waits for none: that they
  /// are not must not be for want of a look.
  bool AsksOnly FORESLICE_GUARDED_BY(M) = false;
  unsigned ReadsInFlight FORESLICE_GUARDED_BY(M) = 0;
  /// A demand read has given up waiting for the engine, to which no read has
  /// come back since: no other waits.
  bool StorageIsStuck FORESLICE_GUARDED_BY(M) = false;

  /// Asks another process of the node to keep its page for this one.
  void leaveTo(NodeDirectory::Found Found, FileEntry &File) const {
    Node->want(Found);
    File.Stats->add(Counter::PagesShared);
  }
  NodeDirectory::Found findElsewhere(const FileEntry &File,
                                     const PagePart &Part) const {
    return File.SharedId ? Node->find(File.SharedId, Part.Page, Part.Bytes,
                                      File.SharedSince)
                         : NodeDirectory::Found();
  }
  /// Says what comes next: so much that a quarter of the pool could hold it.
  void announce() FORESLICE_REQUIRES(M) {
    if (Pool.followsFuture())
      Queue.announce(Pool.slots() / 4);
  }
  /// Whether the next fetch of the file is to ask other nodes.
  bool askNodes(const FileEntry &File) FORESLICE_REQUIRES(M) {
    return File.remote(Node) && (Always || NodesMeter.ask());
  }
  /// A page that is not protected may have requests queued.
  void followFuture(Slot S) FORESLICE_REQUIRES(M) {
    if (!Pool.followsFuture())
      return;
    if (uint64_t Order = Queue.orderOf(*Pool[S].File, Pool[S].Index))
      Pool.expectLater(S, Order);
  }
  /// A read of the main thread begins, or is over.
  void readBegins(size_t Pages) FORESLICE_REQUIRES(M) {
    if (!Pool.followsFuture() || Pages == 0)
      return;
    ReadBeganNs = nowNs();
    OnCore.readBegins();
    if (LastReadNs != 0)
      Policy->computed(Pages, ReadBeganNs - LastReadNs);
  }
  void readEnds() FORESLICE_REQUIRES(M) {
    if (!Pool.followsFuture())
      return;
    uint64_t Now = nowNs();
    if (LastReadNs != 0 && ReadBeganNs > LastReadNs)
      InStorage.readDone(ReadBeganNs - LastReadNs, Now - ReadBeganNs);
    Pool.recycleUsed(!InStorage.isLarge());
    LastReadNs = Now;
    OnCore.readEnds(Now);
  }
  /// For the statistics and the trace.
  void observe() FORESLICE_REQUIRES(M) {
    Scheme::Thresholds T = Policy->thresholds();
    Statistics::get().scheme().observe(T.Low, T.High, Pool.content());
    if (trace::isOn())
      trace::levels(
          {static_cast<uint32_t>(Pool.content()), static_cast<uint32_t>(T.Low),
           static_cast<uint32_t>(T.High), static_cast<uint32_t>(Queue.size()),
           static_cast<uint32_t>(Queue.parked())});
  }
  /// Of the writes of other processes: 0 while one is under way.
  uint64_t nodeEpoch(const FileEntry &File) const {
    return File.SharedId ? Node->quietEpoch(File.SharedId) : 1;
  }
  /// Where a file ends is known from a read only if nobody wrote to the file
  /// since these were taken, before it.
  bool endKnown(const FileEntry &File, uint64_t WriteEpoch,
                uint64_t NodeEpoch) const FORESLICE_REQUIRES(M) {
    return File.Writes.empty() && File.WriteEpoch == WriteEpoch &&
           NodeEpoch != 0 && nodeEpoch(File) == NodeEpoch;
  }
  /// Preemption: a demand read in need goes first, but not before storage that
  /// has little to do.
  bool heldBack() const FORESLICE_REQUIRES(M) {
    return DemandsMissing != 0 && !TurnOwed &&
           ReadsInFlight >= Policy->mostBesideDemand();
  }
  /// True if the engine waits and could now do something: the caller wakes it
  /// after releasing M.
  bool engineNeeded() FORESLICE_REQUIRES(M) {
    if (!EngineWaits || !(restIsOver() || mayBegin()))
      return false;
    EngineWaits = EngineRests = false;
    return true;
  }

private:
  bool restIsOver() FORESLICE_REQUIRES(M) {
    if (!EngineRests)
      return false;
    Pool.retirePassed(Queue.firstOrder());
    return Pool.readyContent() <= RestUntil;
  }
  bool mayBegin() FORESLICE_REQUIRES(M) {
    if (Queue.empty() || ReadsInFlight >= IoDepth ||
        Window.full(Policy->mostCalls()))
      return false;
    Pool.retirePassed(Queue.firstOrder());
    return Policy->mayFetch(Pool.content(), heldBack()) != 0;
  }
};

} // namespace foreslice

#endif // FORESLICE_ENGINE_CACHESTATE_H
