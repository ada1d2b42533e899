//===- PageCache.cpp - the cache's public face ----------------------------===//
//
// Files, sources and writes; Demand.cpp has the demand reads. Lookups and list
// moves are made under the cache's mutex, everything slow outside it.
//
//===----------------------------------------------------------------------===//

#include "cache/PageCacheImpl.h"
#include "cache/Residency.h"
#include "support/Delay.h"

#include <unistd.h>

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
  auto Handle = std::make_shared<Descriptor>(Fd);
  auto Fresh = P->makeEntry(K, Handle, Path, BlockSize);
  if (inForkedChild())
    return Fresh;
  MutexLock L(P->State.M);
  P->dropLeft();
  auto Known = P->find(K);
  if (Known == P->Files.end()) {
    P->enter(Fresh);
    return Fresh;
  }
  FileEntry &File = **Known;
  ++File.Handles;
  if (File.Fd->isOfStorage())
    File.readBy(std::move(Handle));
  else
    File.Spare.push_back(std::move(Handle));
  P->invalidate(File);
  P->State.Queue.dropFile(File);
  return *Known;
}

std::shared_ptr<FileEntry>
PageCache::Impl::makeEntry(CachedFile::Key K, std::shared_ptr<Descriptor> Fd,
                           const std::string &Path, uint64_t BlockSize) {
  auto File = std::make_shared<FileEntry>(
      K, std::move(Fd), std::max<uint64_t>(BlockSize / State.PageSize, 1));
  File->Stats = &Statistics::get().file(Path, {K.Device, K.Inode});
  return File;
}

void PageCache::Impl::enter(const std::shared_ptr<FileEntry> &File) {
  if (NodeDirectory *Node = State.Node) {
    File->SharedId = Node->openFile(File->Id.Device, File->Id.Inode);
    File->SharedSince = Node->now();
    File->OpenedAs = File->SharedId ? Node->openedAs(File->SharedId) : 0;
  } else {
    File->OpenedAs = ++State.Opens;
  }
  Files.push_back(File);
}

std::shared_ptr<CachedFile>
PageCache::openAhead(CachedFile::Key K, int PathFd, const std::string &Path,
                     uint64_t BlockSize, const std::atomic<bool> &Cancel) {
  if (!inForkedChild()) {
    MutexLock L(P->State.M);
    P->dropLeft();
    if (std::ranges::count(P->NotKept, K.Device) == 0 &&
        P->Io.readsByPath(Cancel) && P->find(K) == P->Files.end()) {
      auto Handle = std::make_shared<Descriptor>(PathFd, P->Io.givenUp());
      auto File = P->makeEntry(K, std::move(Handle), Path, BlockSize);
      P->enter(File);
      return File;
    }
  }
  ::close(PathFd);
  return nullptr;
}

/// So many pages are looked for in the operating system's memory.
static constexpr size_t LeftLooks = 4;

std::vector<uint64_t> PageCache::Impl::leaveToSystem(FileEntry &File) {
  std::vector<uint64_t> Some;
  for (Slot S : State.Pool.pagesOf(File)) {
    const Page &Pg = State.Pool[S];
    if (Pg.Is == Page::State::Ready && Some.size() < LeftLooks)
      Some.push_back(Pg.Index);
    if (State.Pool.leaveToSystem(S))
      File.LeftToSystem.insert(Pg.Index);
  }
  invalidate(File);
  return Some;
}

bool PageCache::takeOver(CachedFile &CF, int Fd) {
  auto Handle = std::make_shared<Descriptor>(Fd);
  if (inForkedChild())
    return true;
  FileEntry &File = entry(CF);
  std::vector<uint64_t> Some;
  {
    MutexLock L(P->State.M);
    Some = P->leaveToSystem(File);
    File.readBy(std::move(Handle));
  }
  P->Io.wake();
  const uint64_t Size = pageSize();
  bool Kept = Some.empty() || std::ranges::any_of(Some, [&](uint64_t Index) {
                return isResident(Fd, Index * Size, 1);
              });
  if (!Kept) {
    MutexLock L(P->State.M);
    P->NotKept.push_back(File.Id.Device);
    File.LeftToSystem.clear();
  }
  return Kept;
}

bool PageCache::letGo(uint64_t MostNs) {
  return inForkedChild() || UnopenedFiles::get().waitForNone(MostNs);
}

bool PageCache::wereLeftToSystem(CachedFile &CF,
                                 std::span<const PagePart> Pages) {
  if (inForkedChild() || Pages.empty())
    return false;
  MutexLock L(P->State.M);
  std::unordered_set<uint64_t> &Left = entry(CF).LeftToSystem;
  bool All = !Left.empty();
  for (const PagePart &Part : Pages)
    All &= Left.empty() || Left.erase(Part.Page) != 0;
  return All;
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
  // Given up after the mutex is released.
  std::vector<std::shared_ptr<Descriptor>> Over;
  {
    MutexLock L(P->State.M);
    if (F.Handles > 1)
      P->invalidate(F);
    P->State.Queue.dropFile(F);
    Over.swap(F.Spare);
    if (!F.closed() && --F.Handles == 0) {
      F.FdNumber.store(-1, std::memory_order_relaxed);
      Over.push_back(std::move(F.Fd));
      P->leave(F);
    }
    P->Io.attend();
  }
  bool OfStorage = false;
  for (const std::shared_ptr<Descriptor> &Fd : Over)
    if (Fd->isOfStorage())
      OfStorage = true;
    else
      Fd->retire();
  Over.clear();
  if (OfStorage)
    P->Io.wake();
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
