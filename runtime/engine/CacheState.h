//===- CacheState.h - the shared state of the cache's threads -------------===//
//
// One mutex guards the state: held for lookups and list moves only, never over
// a read or a copy.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ENGINE_CACHESTATE_H
#define FORESLICE_ENGINE_CACHESTATE_H

#include "engine/RequestQueue.h"
#include "pages/PagePool.h"
#include "pages/WrittenPages.h"
#include "scheme/Budget.h"
#include "scheme/RemoteWorth.h"
#include "scheme/Schemes.h"
#include "scheme/Worth.h"
#include "share/PageSharing.h"

#include "support/Clock.h"
#include "support/Mutex.h"
#include "support/Trace.h"

namespace foreslice {

struct CacheState {
  explicit CacheState(const Settings &S, Delivery How = Delivery::Pool)
      : How(How), IoDepth(S.IoDepth), Always(S.Always), Grid(S.PageSize),
        Limits(How, S.PageSize, launcherNodeRanks()),
        Pool(How == Delivery::Kernel ? Budget::MostBytes : S.CacheSize,
             S.PageSize, How),
        Queue(RequestQueue::capacityFor(Pool.slots()), Pool.slots() / 16),
        Meter(S.PageSize), Written(Grid, S.CacheSize / WrittenShare) {
    setScheme(S.Scheme);
  }

  void setScheme(SchemeKind New) FORESLICE_REQUIRES(M) {
    std::unique_ptr<Scheme> Before = std::move(Policy);
    Kind = New;
    Policy = makeScheme(New, {.PoolPages = Pool.mostFilled(),
                              .PageSize = Grid.pageSize(),
                              .IoDepth = IoDepth});
    if (Before)
      Policy->takeOver(*Before);
    Pool.followFuture(Policy->knowsFuture());
    NotesMeetings = Policy->notesMeetings();
  }
  /// Fills the pool as far as the budget allows.
  void limitPool() FORESLICE_REQUIRES(M) {
    const size_t Most = Limits.filled(Pool.slots());
    if (How != Delivery::Pool || Most == Pool.mostFilled())
      return;
    Pool.limit(Most);
    setScheme(Kind);
  }

  /// Set up before the first file is opened.
  PageSharing Sharing;
  /// Delivery of all files with pages in the pool.
  const Delivery How;
  const unsigned IoDepth;
  const bool Always; ///< Settings::Always.
  const PageGrid Grid;
  /// For kernel delivery, the engine watches the available memory.
  Budget Limits;

  std::atomic<bool> NotesMeetings{false}; ///< As of the scheme.
  Mutex M;
  PagePool Pool FORESLICE_GUARDED_BY(M);

  RequestQueue Queue FORESLICE_GUARDED_BY(M);
  SchemeKind Kind FORESLICE_GUARDED_BY(M);
  std::unique_ptr<Scheme> Policy FORESLICE_GUARDED_BY(M);
  Worth Meter FORESLICE_GUARDED_BY(M);
  RemoteWorth NodesMeter FORESLICE_GUARDED_BY(M);

  /// A page on its way has come or was dropped.
  CondVar PageSettled;
  unsigned PageWaiters FORESLICE_GUARDED_BY(M) = 0;
  /// The queue has room, a page that a source waits for has come or will not
  /// come, or sources shall look at their cancel flag.
  CondVar SourceNews;
  unsigned RoomWaiters FORESLICE_GUARDED_BY(M) = 0;
  uint64_t RoomWaits FORESLICE_GUARDED_BY(M) = 0; ///< So far.
  unsigned DataWaiters FORESLICE_GUARDED_BY(M) = 0;

  /// What the program has written, in an eighth as much memory as the pool.
  static constexpr uint64_t WrittenShare = 8;
  WrittenPages Written;

  /// Demand reads under way with missing pages.
  unsigned DemandsMissing FORESLICE_GUARDED_BY(M) = 0;
  /// The engine may fetch once although a demand read has missing pages. Set
  /// between two such reads: a program that only reads would otherwise never
  /// let the engine begin.
  bool TurnOwed FORESLICE_GUARDED_BY(M) = false;
  /// The engine waits for storage and looks at nothing until woken.
  bool EngineWaits FORESLICE_GUARDED_BY(M) = false;
  /// The engine does not even wait for storage, until ready content falls to
  /// RestUntil pages.
  bool EngineRests FORESLICE_GUARDED_BY(M) = false;
  size_t RestUntil FORESLICE_GUARDED_BY(M) = 0;
  /// The main thread asks whether pages are here and waits for none: the engine
  /// shall have looked before a page counts as missing.
  bool AsksOnly FORESLICE_GUARDED_BY(M) = false;
  unsigned ReadsInFlight FORESLICE_GUARDED_BY(M) = 0;
  /// A demand read has given up waiting for the engine, and no read has come
  /// back since: no other demand read waits.
  bool StorageIsStuck FORESLICE_GUARDED_BY(M) = false;

  /// Pages that may be fetched now.
  Budget::Amount room() FORESLICE_REQUIRES(M) {
    Pool.retirePassed(Queue.firstOrder());
    return Limits.now(*Policy, Pool.content(), heldBack());
  }
  /// Whether the program can use the page: the operating system may have
  /// dropped pages of a ledger.
  bool isStillThere(Slot S) FORESLICE_REQUIRES(M) {
    const Page &P = Pool[S];
    if (How != Delivery::Kernel || P.Is != Page::State::Ready || P.Valid == 0)
      return true;
    uint64_t Begin = Grid.beginOf(P.Index);
    return P.File->Whole.residencyOf(Pool.fetched(S).within(
               {Begin, Begin + P.Valid})) != Residency::Absent;
  }
  /// A needed part of the page S may have been left out: then the page makes
  /// way for the whole page. True if S is still there.
  bool noteNeed(Slot S, const PagePart &Part) FORESLICE_REQUIRES(M) {
    if (Pool.fetched(S).contains(Part.Bytes))
      return true;
    Pool[S].File->Whole.Asked.missedPart();
    if (Pool[S].Is != Page::State::Ready || Pool[S].Pins != 0)
      return true;
    Pool.drop(S);
    return false;
  }
  /// The page, if the part may be used; 0 if not.
  Slot find(const FetchedFile &File, const PagePart &Part)
      FORESLICE_REQUIRES(M) {
    Slot S = Pool.find(File, Part.Page);
    if (!S || Pool.serves(S, Part))
      return S;
    noteNeed(S, Part);
    return 0;
  }
  /// Drops a page of a ledger that the operating system has dropped.
  void loseToSystem(Slot S) FORESLICE_REQUIRES(M) {
    Pool[S].File->Stats->add(Counter::PagesLostBySystem, !Pool[S].EverUsed);
    Pool.drop(S);
  }
  /// Announces the next requests to others: a quarter of the pool at most.
  void announce() FORESLICE_REQUIRES(M) {
    if (Policy->knowsFuture())
      Queue.announce(Pool.slots() / 4);
  }
  /// Whether the next fetch of the file is to ask other nodes.
  bool askNodes(const FetchedFile &File) FORESLICE_REQUIRES(M) {
    return Sharing.mayAsk(File) && (Always || NodesMeter.ask());
  }
  /// Tells the pool the next queued request, if any, of an unprotected page.
  void followFuture(Slot S) FORESLICE_REQUIRES(M) {
    if (!Policy->knowsFuture())
      return;
    const RequestQueue::Entry &E =
        Queue.nextFor(Pool[S].File->Whole, Pool[S].Index);
    if (E.Order != 0)
      Pool.expectLater(S, E.Lane, E.Order);
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
  /// A read shows the end of a file only if nobody has written to the file
  /// since both epochs were taken, before the read.
  bool endKnown(const FetchedFile &File, uint64_t WriteEpoch,
                uint64_t NodeEpoch) const FORESLICE_REQUIRES(M) {
    return File.Writes.empty() && File.WriteEpoch == WriteEpoch &&
           NodeEpoch != 0 && Sharing.quietEpoch(File) == NodeEpoch;
  }
  /// A page has been read, up to Valid. Where the file ended there and the end
  /// is not known, the bytes behind count as written.
  void settle(Slot S, bool Ok, uint32_t Valid, bool EndKnown)
      FORESLICE_REQUIRES(M) {
    if (Ok && Valid < Grid.pageSize() && !EndKnown) {
      const ByteRange Page = Grid.bytesOf(Pool[S].Index);
      Ok = Valid != 0 && Pool[S].Linked &&
           Pool.spoil(S, {Page.Begin + Valid, Page.End});
      Valid = static_cast<uint32_t>(Grid.pageSize());
    }
    if (!Ok && Pool[S].Linked)
      Pool.drop(S);
    Pool.endLoad(S, Valid);
  }
  /// Preemption: a demand read with missing pages goes first, but not while
  /// storage has little to do.
  bool heldBack() const FORESLICE_REQUIRES(M) {
    return DemandsMissing != 0 && !TurnOwed &&
           ReadsInFlight >= Policy->mostBesideDemand();
  }
  /// The main thread begins to wait. True as of engineNeeded().
  bool idles(Scheme::Idle Why) FORESLICE_REQUIRES(M) {
    return Policy->idles(Why, nowNs()) && engineNeeded();
  }
  /// True if the engine waits and could now work: the caller wakes the engine
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
    if (Queue.empty() || ReadsInFlight >= IoDepth || !Policy->mayBeginCall())
      return false;
    return room().Pages != 0;
  }
};

} // namespace foreslice

#endif // FORESLICE_ENGINE_CACHESTATE_H
