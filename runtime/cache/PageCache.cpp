//===- PageCache.cpp - the cache's public face ----------------------------===//
//
// Files, sources and writes; Demand.cpp has the demand reads. Lookups and list
// moves are made under the cache's mutex, everything slow outside it.
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
// Files
//===----------------------------------------------------------------------===//

std::shared_ptr<CachedFile> PageCache::open(CachedFile::Key K, int Fd,
                                            const std::string &Path,
                                            uint64_t BlockSize) {
  Descriptor::CloseAtEnd Closing;
  // Given up after the mutex is released if there is one already.
  auto Handle = std::make_shared<Descriptor>(Fd);
  FileStatistics &Stats = Statistics::get().file(Path, {K.Device, K.Inode});
  auto Fresh = std::make_shared<FileEntry>(
      K, Handle, std::max<uint64_t>(BlockSize / P->State.PageSize, 1));
  Fresh->Stats = &Stats;
  if (inForkedChild())
    return Fresh;
  MutexLock L(P->State.M);
  P->dropLeft();
  auto Known = P->find(K);
  if (Known == P->Files.end()) {
    if (NodeDirectory *Node = P->State.Node) {
      Fresh->SharedId = Node->openFile(K.Device, K.Inode);
      Fresh->SharedSince = Node->now();
      Fresh->OpenedAs = Fresh->SharedId ? Node->openedAs(Fresh->SharedId) : 0;
    } else {
      Fresh->OpenedAs = ++P->State.Opens;
    }
    P->Files.push_back(Fresh);
    return Fresh;
  }
  FileEntry &File = **Known;
  ++File.Handles;
  P->invalidate(File);
  P->State.Queue.dropFile(File);
  return *Known;
}

void PageCache::enterJob(CachedFile &CF, uint64_t Job, std::vector<int> Ranks) {
  CacheState &S = P->State;
  FileEntry &File = entry(CF);
  if (inForkedChild() || !S.Remote || !File.SharedId)
    return;
  S.Node->enterJob(File.SharedId, Job);
  S.Remote->enter(Job, std::move(Ranks), File.SharedId);
  MutexLock L(S.M);
  File.Jobs.push_back(Job);
  File.Job = File.Jobs.front();
}

void PageCache::renewJob(CachedFile &CF, uint64_t Job, uint64_t Generation) {
  CacheState &S = P->State;
  FileEntry &File = entry(CF);
  if (inForkedChild() || !S.Remote || !File.SharedId)
    return;
  MutexLock L(S.M);
  if (File.Job != Job)
    return;
  uint64_t Since = S.Node->beginOf(File.SharedId, Generation);
  S.Remote->renew(Job, Generation, Since);
  File.JobGeneration = Generation;
  File.JobSince = Since;
}

void PageCache::leaveJob(CachedFile &CF, uint64_t Job) {
  CacheState &S = P->State;
  FileEntry &File = entry(CF);
  if (inForkedChild() || !S.Remote || !File.SharedId)
    return;
  S.Remote->leave(Job);
  S.Node->leaveJob(File.SharedId);
  MutexLock L(S.M);
  std::erase(File.Jobs, Job);
  if (File.Job != Job)
    return;
  // Of another one it is not known when its generation began.
  File.Job = File.Jobs.empty() ? 0 : File.Jobs.front();
  File.JobSince = 0;
}

void PageCache::close(std::shared_ptr<CachedFile> File) {
  if (inForkedChild())
    return;
  FileEntry &F = entry(*File);
  Descriptor::CloseAtEnd Closing;
  std::shared_ptr<Descriptor> Last; // given up after the mutex is released
  {
    MutexLock L(P->State.M);
    if (F.Handles > 1)
      P->invalidate(F);
    P->State.Queue.dropFile(F);
    if (!F.closed() && --F.Handles == 0) {
      F.FdNumber.store(-1, std::memory_order_relaxed);
      Last = std::move(F.Fd);
      P->leave(F);
    }
    P->Io.attend();
  }
  P->State.SourceNews.notifyAll();
}

/// After the last close. The pages stay for processes that have the file open
/// still.
void PageCache::Impl::leave(FileEntry &File) {
  if (File.SharedId) {
    State.Pool.noteUsesByOthers(File);
    for (const FileEntry::Write &W : File.Writes)
      if (!W.Hold)
        State.Node->endWrite(File.SharedId, W.Bytes);
    File.Writes.clear();
    State.Node->closeFile(File.SharedId);
  }
  File.MainCallId = UINT64_MAX; // no page is for a call to come
  auto Known = find(File.Id);
  Left.push_back(std::move(*Known));
  Files.erase(Known);
  dropLeft();
}

void PageCache::Impl::dropLeft() {
  std::erase_if(Left, [&](const auto &F) FORESLICE_REQUIRES(State.M) {
    if (F->LinkedPages != 0 && F->SharedId &&
        State.Node->othersUse(F->SharedId))
      return false;
    drop(*F, {});
    return true;
  });
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
  auto Drops = [&](Slot S) FORESLICE_REQUIRES(State.M) {
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
