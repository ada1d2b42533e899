//===- PageCache.cpp - the cache's public face ----------------------------===//
//
// Sources and writes; CachedFiles.cpp has the files, Demand.cpp the demand
// reads. Lookups and list moves are made under the cache's mutex, everything
// slow outside it.
//
//===----------------------------------------------------------------------===//

#include "cache/PageCacheImpl.h"
#include "share/node/SharedFrames.h"
#include "storage/Residency.h"
#include "support/Delay.h"

#include <cassert>

using namespace foreslice;

PageCache::PageCache(const Settings &S, std::unique_ptr<Storage> Backend,
                     std::unique_ptr<Storage> ForKernel)
    : Given(S), P(std::make_unique<Impl>(S, std::move(Backend))),
      ForKernel(std::move(ForKernel)) {}

PageCache::~PageCache() = default;

uint64_t PageCache::pageSize() const { return P->State.PageSize; }

size_t PageCache::frames() const {
  MutexLock L(P->State.M);
  return P->State.Pool.slots();
}

size_t PageCache::mostAhead(const CachedFile &File) const {
  CacheState &S = of(File).State;
  MutexLock L(S.M);
  return std::min(S.Pool.slots(), S.mostAhead());
}

void PageCache::share(NodeDirectory &Node) {
  MutexLock L(P->State.M);
  P->State.Sharing.share(Node);
  P->State.Pool.use(std::make_unique<SharedFrames>(Node));
  P->State.Queue.share(Node.wanted());
}

void PageCache::connect(RemotePages &Others) {
  MutexLock L(P->State.M);
  P->State.Sharing.connect(Others);
}

void PageCache::populate() {
  MutexLock L(P->State.M);
  if (P->State.Pool.map())
    P->State.Pool.populate();
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

/// While prefetching does not pay, one call of so many is wanted all the same.
static constexpr uint64_t ProbeEvery = 64;
/// Pages posted without giving the main thread a chance to take the mutex.
static constexpr size_t PagesAtOnce = 64;

/// Whether a page that was fetched for an earlier call will still be there for
/// one that is posted now.
bool PageCache::Impl::isEnough(const Page &Pg) {
  return Pg.Pure &&
         (!State.Policy->knowsFuture() || State.Queue.isSoon(Pg.Order));
}

PageCache::PostResult PageCache::Impl::post(CachedFile &File, LaneCall Call,
                                            std::span<const PagePart> Pages,
                                            const std::atomic<bool> &Cancel,
                                            Room When) {
  for (const PagePart &Part : Pages) {
    while (State.Queue.full() && !Cancel && !File.closed() &&
           !File.behind(Call.Lane, Call.Id)) {
      if (When == Room::Leave)
        return PostResult::Full;
      // The engine empties the queue while this waits for room. It does not
      // rest meanwhile: this may be the thread whose reads would end that.
      if (State.engineNeeded())
        Io.wake();
      ++State.RoomWaiters;
      Io.attend();
      State.SourceNews.wait(State.M);
      --State.RoomWaiters;
    }
    if (Cancel)
      return PostResult::Cancelled;
    if (File.closed() || File.Kernel.isGivenUp() || !Io.start())
      return PostResult::Accepted;
    if (File.behind(Call.Lane, Call.Id)) {
      File.countSkipped(Call.Lane, Call.Id);
      return PostResult::Behind;
    }
    Slot Known = find(File, Call, Part);
    if (Known && !State.isStillThere(Known)) {
      State.loseToSystem(Known);
      Known = 0;
    }
    if (Known && isEnough(State.Pool[Known])) {
      State.Pool.expect(Known, Call, State.Queue.lastOrder());
    } else if (Io.pays() || &Part == &Pages.front()) { // a page is probe enough
      State.Queue.push(File, Call, Part);
      if (Known)
        State.followFuture(Known);
    }
  }
  return PostResult::Accepted;
}

bool PageCache::wanted(const CachedFile &File) {
  std::atomic<uint64_t> &Unpaid = of(File).Unpaid;
  return !File.Kernel.isGivenUp() &&
         (of(File).Io.pays() ||
          Unpaid.fetch_add(1, std::memory_order_relaxed) % ProbeEvery == 0);
}

LaneId PageCache::addLane(const char *Name) {
  SourceStatistics &Counts = Statistics::get().source(Name);
  LaneId New = 0;
  forBoth([&](Impl &C) {
    MutexLock L(C.State.M);
    assert(C.Lanes.size() < MostLanes);
    New = C.addLane(Counts);
  });
  return New;
}

PageCache::PostResult PageCache::prefetch(CachedFile &File, LaneCall Call,
                                          std::span<const PagePart> Pages,
                                          const std::atomic<bool> &Cancel,
                                          Room When) {
  Impl &C = of(File);
  CacheState &S = C.State;
  while (!Pages.empty()) {
    auto Now = Pages.first(std::min(Pages.size(), PagesAtOnce));
    Pages = Pages.subspan(Now.size());
    PostResult Result;
    bool Wake;
    delayPoint();
    {
      MutexLock L(S.M);
      Result = C.post(File, Call, Now, Cancel, When);
      S.announce();
      Wake = S.engineNeeded();
    }
    if (Wake)
      C.Io.wake();
    if (Result != PostResult::Accepted)
      return Result;
  }
  return PostResult::Accepted;
}

void PageCache::expectWrite(CachedFile &File, LaneCall Call, ByteRange Written,
                            const std::atomic<bool> &Cancel) {
  MutexLock L(of(File).State.M);
  if (!Cancel && !File.behind(Call.Lane, Call.Id))
    File.expectWrite(Call.Lane, {Call.Id, Written});
}

void PageCache::wakeSources() {
  // A source between looking at its flag and waiting holds the mutex.
  forBoth([](Impl &C) {
    {
      MutexLock L(C.State.M);
    }
    C.State.SourceNews.notifyAll();
  });
}

void PageCache::noteUsesByOthers() {
  MutexLock L(P->State.M);
  for (const auto *Files : {&P->Files, &P->Left})
    for (const auto &File : *Files)
      if (File->Share)
        P->State.Pool.noteUsesByOthers(*File);
}

void PageCache::endLane(LaneId Lane) {
  forBoth([Lane](Impl &C) { C.endLane(Lane); });
}

void PageCache::Impl::endLane(LaneId Lane) {
  {
    MutexLock L(State.M);
    State.Queue.dropLane(Lane);
    State.Pool.retireAll(Lane);
    for (auto &File : Files)
      File->endLane(Lane);
    Io.attend();
  }
  State.SourceNews.notifyAll();
}

void PageCache::setScheme(SchemeKind Scheme) {
  forBoth([Scheme](Impl &C) {
    MutexLock L(C.State.M);
    if (C.State.Kind != Scheme)
      C.State.setScheme(Scheme);
  });
}

bool PageCache::pays() const {
  bool Any = false;
  forBoth([&Any](Impl &C) { Any |= C.Io.pays(); });
  return Any;
}

bool PageCache::pays(const CachedFile &File) const {
  return of(File).Io.pays() && !File.Kernel.isGivenUp();
}

void PageCache::measureAnew() {
  forBoth([](Impl &C) {
    MutexLock L(C.State.M);
    C.Io.measureAnew();
  });
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

/// Whether anything of the page can still be used. A page that the end of file
/// cuts grows when something is written behind it.
bool PageCache::Impl::isLeftBy(ByteRange Written, Slot S) {
  const Page &Pg = State.Pool[S];
  ByteRange Bytes = State.Pool.bytesOf(Pg.Index);
  if (Pg.Is == Page::State::Ready && Pg.Valid < State.PageSize)
    return Bytes.Begin >= Written.End;
  return !Written.overlaps(Bytes) || State.Pool.spoil(S, Written);
}

void PageCache::Impl::invalidate(CachedFile &File) {
  drop(File, {});
  State.Sharing.forgetOld(File);
}

void PageCache::Impl::drop(CachedFile &File, ByteRange Written) {
  size_t Dropped = 0;
  auto Drops = [&](Slot S) {
    State.M.assertHeld();
    bool Yes = !isLeftBy(Written, S);
    if (Yes)
      askAgain(State.Pool[S]);
    Dropped += Yes;
    return Yes;
  };
  uint64_t First = Written.Begin / State.PageSize;
  uint64_t Last = (Written.End - 1) / State.PageSize;
  if (File.ShortPages != 0 || Last - First >= State.Pool.slots())
    State.Pool.dropIf(File, Drops);
  else if (File.LinkedPages != 0)
    for (uint64_t I = First; I <= Last; ++I)
      if (Slot S = State.Pool.find(File, I); S && Drops(S))
        State.Pool.drop(S);
  noteDropped(File, Dropped);
}

void PageCache::beginWrite(CachedFile &File, ByteRange Written) {
  if (Written.Begin >= Written.End)
    return;
  Impl &C = of(File);
  MutexLock L(C.State.M);
  File.Writes.push_back({Written, false});
  ++File.WriteEpoch;
  C.drop(File, Written);
  C.State.Sharing.beginWrite(File, Written);
}

void PageCache::beginHold(CachedFile &File) {
  Impl &C = of(File);
  MutexLock L(C.State.M);
  File.Writes.push_back({{}, true});
  ++File.WriteEpoch;
  C.invalidate(File);
}

void PageCache::endWrite(CachedFile &File, ByteRange Written, uint64_t ByAll) {
  if (Written.Begin >= Written.End)
    return;
  of(File).tellNodes(File, Written, ByAll);
  ended(File, Written, false);
}

bool PageCache::isShared(CachedFile &File) const {
  return File.Share != nullptr;
}

void PageCache::endHold(CachedFile &File) {
  of(File).revalidate(File);
  ended(File, {}, true);
}

/// At a call after which the program may see what other clients of the file
/// system have written: what kernel delivery has fetched before is not to hide
/// that. docs/delivery.md says why this is enough.
void PageCache::Impl::revalidate(CachedFile &File) {
  if (State.By != Delivery::Kernel)
    return;
  std::shared_ptr<Descriptor> Fd;
  {
    MutexLock L(State.M);
    Fd = File.Fd;
  }
  if (Fd)
    foreslice::revalidate(Fd->Number);
}

/// Before any process of this node may fetch what was written.
void PageCache::Impl::tellNodes(const CachedFile &File, ByteRange Written,
                                NodeDirectory::JobFileId But) {
  std::vector<NodeDirectory::JobFileId> Jobs;
  {
    MutexLock L(State.M);
    if (File.Share)
      Jobs = File.Share->Jobs;
  }
  State.Sharing.tellNodes(File, Jobs, Written, But);
}

void PageCache::ended(CachedFile &File, ByteRange Written, bool Hold) {
  Impl &C = of(File);
  CacheState &S = C.State;
  bool Wake;
  {
    MutexLock L(S.M);
    auto W = std::ranges::find(File.Writes, FetchedFile::Write{Written, Hold});
    if (W == File.Writes.end())
      return;
    File.Writes.erase(W);
    ++File.WriteEpoch;
    if (Hold)
      S.Sharing.forgetOld(File);
    else
      S.Sharing.endWrite(File, Written);
    Wake = S.engineNeeded();
  }
  if (Wake)
    C.Io.wake();
}

void PageCache::invalidate(CachedFile &File) {
  Impl &C = of(File);
  C.revalidate(File);
  bool Wake;
  {
    MutexLock L(C.State.M);
    C.invalidate(File);
    Wake = C.State.engineNeeded();
  }
  if (Wake)
    C.Io.wake();
}
