//===- Demand.cpp - reads of the main thread ------------------------------===//
//
// Pins what is cached, waits for what is on its way, and for nothing else.
//
//===----------------------------------------------------------------------===//

#include "cache/PageCacheImpl.h"

using namespace foreslice;

struct PageCache::Demand::Impl {
  Impl(PageCache::Impl &Cache, size_t N)
      : Cache(Cache), Slots(N, 0), Views(N) {}

  void pinCached(FileEntry &File, std::span<const PagePart> Pages)
      FORESLICE_REQUIRES(Cache.State.M);
  void waitForPages(FileEntry &File, std::span<const PagePart> Pages)
      FORESLICE_REQUIRES(Cache.State.M);
  size_t settle(FileEntry &File, std::span<const PagePart> Pages)
      FORESLICE_REQUIRES(Cache.State.M);
  static bool loading(const Page &P) {
    return P.Linked && P.Is == Page::State::Loading;
  }

  PageCache::Impl &Cache;
  std::vector<Slot> Slots; ///< Pinned; 0 where nothing is cached.
  std::vector<PageView> Views;
  size_t Waited = 0; ///< Pages that were still on their way.
};

/// All of them first: what is there shall not go while the rest is waited for.
void PageCache::Demand::Impl::pinCached(FileEntry &File,
                                        std::span<const PagePart> Pages) {
  PagePool &Pool = Cache.State.Pool;
  for (size_t I = 0; I < Pages.size(); ++I)
    if (Slot S = Slots[I] ? 0 : Pool.find(File, Pages[I])) {
      Pool.pin(S);
      Slots[I] = S;
    }
}

/// Waits for what is on its way, and for what the engine begins meanwhile.
void PageCache::Demand::Impl::waitForPages(FileEntry &File,
                                           std::span<const PagePart> Pages) {
  CacheState &State = Cache.State;
  uint64_t Begin = 0;
  for (size_t I = 0; I < Slots.size(); ++I) {
    if (!Slots[I] || !loading(State.Pool[Slots[I]]))
      continue;
    if (Begin == 0)
      Begin = nowNs();
    ++State.PageWaiters;
    const Page &P = State.Pool[Slots[I]];
    while (loading(P) && P.serves(Pages[I]))
      State.PageSettled.wait(State.M);
    --State.PageWaiters;
    Waited += P.Linked && P.serves(Pages[I]);
    pinCached(File, Pages);
  }
  if (Begin != 0)
    File.Stats->add(Counter::HitWaitNs, nowNs() - Begin);
}

/// Fills in the views; gives the number of pages missed.
size_t PageCache::Demand::Impl::settle(FileEntry &File,
                                       std::span<const PagePart> Pages) {
  PagePool &Pool = Cache.State.Pool;
  size_t Missed = 0;
  for (size_t I = 0; I < Slots.size(); ++I) {
    Slot &S = Slots[I];
    if (S && Pool[S].Linked && Pool[S].Is == Page::State::Ready &&
        Pool[S].serves(Pages[I])) {
      Views[I] = {Pool.frame(S), Pool[S].Valid};
      continue;
    }
    if (S)
      Pool.unpin(std::exchange(S, 0));
    ++Missed;
  }
  size_t Hits = Slots.size() - Missed;
  Waited = std::min(Waited, Hits);
  File.Stats->add(Counter::ReadyHits, Hits - Waited);
  File.Stats->add(Counter::UnreadyHits, Waited);
  File.Stats->add(Counter::Misses, Missed);
  return Missed;
}

void PageCache::Impl::unpin(std::span<const Slot> Slots) {
  bool Wake;
  {
    MutexLock L(State.M);
    for (Slot S : Slots)
      if (S)
        State.Pool.unpin(S);
    Wake = State.engineNeeded();
  }
  if (Wake)
    Io.wake();
}

PageCache::Demand::Demand(Demand &&) noexcept = default;

PageCache::Demand &PageCache::Demand::operator=(Demand &&Other) noexcept {
  std::swap(P, Other.P);
  return *this;
}

PageCache::Demand::~Demand() {
  if (!P || inForkedChild())
    return;
  P->Cache.unpin(P->Slots);
}

std::span<const PageView> PageCache::Demand::pages() const {
  return P ? std::span<const PageView>(P->Views) : std::span<const PageView>();
}

void PageCache::Demand::markUsed() {
  if (!P || inForkedChild())
    return;
  PageCache::Impl &Cache = P->Cache;
  CacheState &State = Cache.State;
  MutexLock L(State.M);
  for (Slot S : P->Slots)
    if (S)
      State.Pool.use(S);
  State.Policy->used(State.Pool.content());
}

size_t PageCache::probe(CachedFile &CF, std::span<const PagePart> Pages) const {
  if (inForkedChild())
    return 0;
  MutexLock L(P->State.M);
  return static_cast<size_t>(
      std::count_if(Pages.begin(), Pages.end(),
                    [&](const PagePart &Part) FORESLICE_REQUIRES(P->State.M) {
                      return P->State.Pool.find(entry(CF), Part) != 0;
                    }));
}

PageCache::Demand PageCache::demand(CachedFile &CF,
                                    std::span<const PagePart> Pages) {
  Demand D;
  D.P = std::make_unique<Demand::Impl>(*P, Pages.size());
  if (inForkedChild())
    return D;
  CacheState &S = P->State;
  FileEntry &File = entry(CF);
  MutexLock L(S.M);
  D.P->pinCached(File, Pages);
  D.P->waitForPages(File, Pages);
  if (D.P->settle(File, Pages) != 0) {
    S.Queue.withdraw(File, Pages);
    if (S.DataWaiters != 0)
      S.SourceNews.notifyAll();
    S.Policy->missed(S.Pool.content());
    ++S.DemandsMissing;
  }
  return D;
}

PageCache::Demand PageCache::demandReady(CachedFile &CF,
                                         std::span<const PagePart> Pages) {
  Demand D;
  if (inForkedChild())
    return D;
  auto Pins = std::make_unique<Demand::Impl>(*P, Pages.size());
  CacheState &S = P->State;
  FileEntry &File = entry(CF);
  MutexLock L(S.M);
  size_t Ready = 0, Missed = 0;
  for (const PagePart &Part : Pages) {
    Slot Known = S.Pool.find(File, Part);
    Ready += Known && S.Pool[Known].Is == Page::State::Ready;
    Missed += !Known;
  }
  if (Ready == Pages.size()) {
    Pins->pinCached(File, Pages);
    Pins->settle(File, Pages);
    D.P = std::move(Pins);
    return D;
  }
  File.Stats->add(Counter::Misses, Missed);
  S.Queue.withdraw(File, Pages);
  S.Policy->missed(S.Pool.content());
  return D;
}

void PageCache::demandDone() {
  if (inForkedChild())
    return;
  CacheState &S = P->State;
  bool Wake;
  {
    MutexLock L(S.M);
    S.DemandsMissing -= S.DemandsMissing != 0;
    S.TurnOwed = true;
    Wake = S.engineNeeded();
  }
  if (Wake)
    P->Io.wake();
}
