//===- PageCache.cpp - the cache's public face ----------------------------===//
//
// Sources and writes; CachedFiles.cpp has the files, Demand.cpp the demand
// reads. Lookups and list moves are made under the cache's mutex, everything
// slow outside it.
//
//===----------------------------------------------------------------------===//

#include "cache/PageCacheImpl.h"
#include "support/Delay.h"

using namespace foreslice;

static std::atomic<bool> InForkedChild{false};

bool foreslice::inForkedChild() {
  return InForkedChild.load(std::memory_order_relaxed);
}

static void watchForks() {
  static const int Registered = pthread_atfork(nullptr, nullptr, [] {
    InForkedChild.store(true, std::memory_order_relaxed);
  });
  (void)Registered;
}

PageCache::PageCache(const Settings &S, std::unique_ptr<Storage> Backend)
    : P(std::make_unique<Impl>(S, std::move(Backend))) {
  watchForks();
}

PageCache::~PageCache() {
  if (inForkedChild())
    (void)P.release(); // its thread is the parent's
}

PageCache &PageCache::get() {
  static PageCache *const Cache =
      new PageCache(Settings::get(), makeUringStorage());
  return *Cache;
}

uint64_t PageCache::pageSize() const { return P->State.PageSize; }

size_t PageCache::frames() const {
  MutexLock L(P->State.M);
  return P->State.Pool.slots();
}

void PageCache::share(NodeDirectory &Node) {
  MutexLock L(P->State.M);
  P->State.Node = &Node;
  P->State.Pool.share(&Node);
  P->State.Queue.share(Node.wanted());
}

void PageCache::connect(RemotePages &Others) {
  MutexLock L(P->State.M);
  P->State.Remote = &Others;
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
         (!State.Pool.followsFuture() || State.Queue.isSoon(Pg.Order));
}

PageCache::PostResult PageCache::Impl::post(FileEntry &File, uint64_t CallId,
                                            std::span<const PagePart> Pages,
                                            const std::atomic<bool> &Cancel) {
  for (const PagePart &Part : Pages) {
    while (State.Queue.full() && !Cancel && !File.closed() &&
           !File.behind(CallId)) {
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
    if (File.closed() || !Io.start())
      return PostResult::Accepted;
    if (File.behind(CallId)) {
      File.countSkipped(CallId);
      return PostResult::Behind;
    }
    Slot Known = find(File, CallId, Part);
    if (Known && isEnough(State.Pool[Known])) {
      State.Pool.expect(Known, CallId, State.Queue.lastOrder());
    } else if (Io.pays() || &Part == &Pages.front()) { // a page is probe enough
      State.Queue.push(File, CallId, Part);
      if (Known)
        State.followFuture(Known);
    }
  }
  return PostResult::Accepted;
}

bool PageCache::wanted() {
  return P->Io.pays() ||
         P->Unpaid.fetch_add(1, std::memory_order_relaxed) % ProbeEvery == 0;
}

PageCache::PostResult PageCache::prefetch(CachedFile &CF, uint64_t CallId,
                                          std::span<const PagePart> Pages,
                                          const std::atomic<bool> &Cancel) {
  if (inForkedChild())
    return PostResult::Accepted;
  CacheState &S = P->State;
  while (!Pages.empty()) {
    auto Now = Pages.first(std::min(Pages.size(), PagesAtOnce));
    Pages = Pages.subspan(Now.size());
    PostResult Result;
    bool Wake;
    delayPoint();
    {
      MutexLock L(S.M);
      Result = P->post(entry(CF), CallId, Now, Cancel);
      S.announce();
      Wake = S.engineNeeded();
    }
    if (Wake)
      P->Io.wake();
    if (Result != PostResult::Accepted)
      return Result;
  }
  return PostResult::Accepted;
}

void PageCache::expectWrite(CachedFile &File, uint64_t CallId,
                            ByteRange Written,
                            const std::atomic<bool> &Cancel) {
  if (inForkedChild())
    return;
  MutexLock L(P->State.M);
  if (!Cancel && !entry(File).behind(CallId))
    entry(File).expectWrite({CallId, Written});
}

void PageCache::wakeSources() {
  if (inForkedChild())
    return;
  // A source between looking at its flag and waiting holds the mutex.
  {
    MutexLock L(P->State.M);
  }
  P->State.SourceNews.notifyAll();
}

void PageCache::noteUsesByOthers() {
  if (inForkedChild())
    return;
  MutexLock L(P->State.M);
  for (const auto *Files : {&P->Files, &P->Left})
    for (const auto &File : *Files)
      if (File->SharedId)
        P->State.Pool.noteUsesByOthers(*File);
}

void PageCache::dropRequests() {
  if (inForkedChild())
    return;
  CacheState &S = P->State;
  {
    MutexLock L(S.M);
    S.Queue.clear();
    S.Pool.retireAll();
    for (auto &File : P->Files) {
      File->LastSkipped = ~uint64_t(0);
      File->Dirty.clear();
    }
    P->Io.attend();
  }
  S.SourceNews.notifyAll();
}

void PageCache::setScheme(SchemeKind Scheme) {
  if (inForkedChild())
    return;
  CacheState &S = P->State;
  MutexLock L(S.M);
  if (S.Kind != Scheme)
    S.setScheme(Scheme);
}

bool PageCache::pays() const { return P->Io.pays(); }

void PageCache::measureAnew() {
  if (inForkedChild())
    return;
  MutexLock L(P->State.M);
  P->Io.measureAnew();
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

void PageCache::Impl::invalidate(FileEntry &File) {
  drop(File, {});
  if (File.SharedId)
    File.SharedSince = State.Node->now();
}

void PageCache::Impl::drop(FileEntry &File, ByteRange Written) {
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

void PageCache::beginWrite(CachedFile &CF, ByteRange Written) {
  if (inForkedChild() || Written.Begin >= Written.End)
    return;
  FileEntry &File = entry(CF);
  MutexLock L(P->State.M);
  File.Writes.push_back({Written, false});
  ++File.WriteEpoch;
  P->drop(File, Written);
  NodeDirectory *Node = P->State.Node;
  if (!File.SharedId)
    return;
  Node->beginWrite(File.SharedId, Written);
  P->spoilOthers(File);
}

/// Other nodes hear of this process's writes only by way of its own job files.
void PageCache::Impl::spoilOthers(const FileEntry &File) {
  if (!State.Node->onlyJob(File.SharedId, File.Job))
    State.Node->spoilJob(File.SharedId);
}

void PageCache::beginHold(CachedFile &CF) {
  if (inForkedChild())
    return;
  FileEntry &File = entry(CF);
  MutexLock L(P->State.M);
  File.Writes.push_back({{}, true});
  ++File.WriteEpoch;
  P->invalidate(File);
}

void PageCache::endWrite(CachedFile &File, ByteRange Written, uint64_t ByAll) {
  if (inForkedChild() || Written.Begin >= Written.End)
    return;
  P->tellNodes(entry(File), Written, ByAll);
  ended(File, Written, false);
}

bool PageCache::isShared(CachedFile &File) const {
  return entry(File).SharedId != 0;
}

void PageCache::endHold(CachedFile &File) { ended(File, {}, true); }

/// Before any process of this node may fetch what was written.
void PageCache::Impl::tellNodes(const FileEntry &File, ByteRange Written,
                                NodeDirectory::JobFileId But) {
  std::vector<NodeDirectory::JobFileId> Jobs;
  {
    MutexLock L(State.M);
    Jobs = File.Jobs;
  }
  for (NodeDirectory::JobFileId Job : Jobs)
    if (Job != But && !State.Remote->wrote(Job, Written))
      State.Node->spoilJob(File.SharedId);
}

void PageCache::ended(CachedFile &CF, ByteRange Written, bool Hold) {
  if (inForkedChild())
    return;
  CacheState &S = P->State;
  FileEntry &File = entry(CF);
  bool Wake;
  {
    MutexLock L(S.M);
    auto W = std::ranges::find(File.Writes, FileEntry::Write{Written, Hold});
    if (W == File.Writes.end())
      return;
    File.Writes.erase(W);
    ++File.WriteEpoch;
    if (File.SharedId && Hold) {
      File.SharedSince = S.Node->now();
    } else if (File.SharedId) {
      P->spoilOthers(File); // that have opened it meanwhile
      S.Node->endWrite(File.SharedId, Written);
    }
    Wake = S.engineNeeded();
  }
  if (Wake)
    P->Io.wake();
}

void PageCache::invalidate(CachedFile &File) {
  if (inForkedChild())
    return;
  bool Wake;
  {
    MutexLock L(P->State.M);
    P->invalidate(entry(File));
    Wake = P->State.engineNeeded();
  }
  if (Wake)
    P->Io.wake();
}
