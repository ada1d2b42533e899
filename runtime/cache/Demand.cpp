//===- Demand.cpp - reads of the main thread ------------------------------===//
//
// Pins cached pages, and waits only for pages on their way.
//
//===----------------------------------------------------------------------===//

#include "cache/DemandImpl.h"

#include <functional>

using namespace foreslice;

/// Longest wait for other processes, which may have been stopped.
static constexpr uint64_t PatienceNs = 1'000'000'000;
/// Longest wait for the engine: storage may never answer a read. The main
/// thread's own read may take as long, but is the program's.
static constexpr uint64_t EnginePatienceNs = 2'000'000'000;

static bool loading(const Page &P) {
  return P.Linked && P.Is == Page::State::Loading;
}

/// Pins all pages first: pages that are there shall not go during a wait for
/// others.
void Demand::Impl::pinCached() {
  PagePool &Pool = Cache.State.Pool;
  for (size_t I = 0; I < Parts.size(); ++I)
    if (Slot S = Slots[I] ? 0 : Cache.State.find(File, Parts[I])) {
      Pool.pin(S);
      Slots[I] = S;
    }
}

void Demand::Impl::unpinAll() {
  for (Slot &S : Slots)
    if (S)
      Cache.State.Pool.unpin(std::exchange(S, 0));
}

/// Nobody waits for the page any more: the read is left to storage.
void Demand::Impl::giveUp(Slot S) {
  Cache.State.StorageIsStuck = true;
  if (!Cache.State.Pool[S].Linked)
    return;
  Cache.State.Pool.drop(S);
  Cache.noteDropped(File, 1);
  Statistics::get().note(File.Stats->Path +
                         ": storage did not answer for 2 s: the main thread "
                         "reads what it waited for itself");
}

/// Waits for pages on their way, and for pages that the engine begins
/// meanwhile.
void Demand::Impl::waitForPages() {
  CacheState &State = Cache.State;
  uint64_t Begin = 0;
  for (size_t I = 0; I < Slots.size(); ++I) {
    if (!Slots[I] || !loading(State.Pool[Slots[I]]))
      continue;
    if (Begin == 0) {
      Begin = nowNs();
      if (State.idles(Scheme::Idle::OthersRead))
        Cache.Io.wake();
    }
    ++State.PageWaiters;
    Cache.Io.attend();
    while (loading(State.Pool[Slots[I]]) &&
           State.Pool.serves(Slots[I], Parts[I])) {
      uint64_t Passed = nowNs() - Begin;
      if (State.StorageIsStuck || Passed >= EnginePatienceNs)
        giveUp(Slots[I]);
      else
        State.PageSettled.waitFor(State.M, EnginePatienceNs - Passed);
    }
    --State.PageWaiters;
    Waited +=
        State.Pool[Slots[I]].Linked && State.Pool.serves(Slots[I], Parts[I]);
    pinCached();
  }
  if (Begin != 0) {
    File.Stats->add(Counter::HitWaitNs, nowNs() - Begin);
    trace::extent("waits for pages", Begin, File.Stats->Path.c_str());
  }
}

bool Demand::Impl::isHere(size_t I) const {
  const PagePool &Pool = Cache.State.Pool;
  Slot S = Slots[I];
  return S && Pool[S].Linked && Pool[S].Is == Page::State::Ready &&
         Pool.serves(S, Parts[I]);
}

/// Views of the pages that are here; the other pins are released.
void Demand::Impl::takeOwn() {
  PagePool &Pool = Cache.State.Pool;
  for (size_t I = 0; I < Slots.size(); ++I) {
    Slot &S = Slots[I];
    if (isHere(I)) {
      Views[I] = {Pool.frame(S), Pool[S].Valid};
      Elsewhere[I] = {};
    } else if (S) {
      Pool.unpin(std::exchange(S, 0));
      Views[I] = {};
    }
  }
}

/// Finds pages that other processes of the node have or are fetching and this
/// process has not.
void Demand::Impl::lookElsewhere() {
  for (size_t I = 0; I < Parts.size(); ++I)
    if (!Slots[I] && missing(I))
      Elsewhere[I] = Cache.State.Sharing.find(File, Parts[I]);
}

/// Views of pages of other processes, once loaded.
void Demand::Impl::waitElsewhere() {
  const PageSharing &Sharing = Cache.State.Sharing;
  uint64_t Begin = 0;
  for (size_t I = 0; I < Parts.size(); ++I) {
    NodeDirectory::Found &F = Elsewhere[I];
    if (!F)
      continue;
    if (!F.ready()) {
      uint64_t Now = nowNs();
      if (Begin == 0) {
        Begin = Now;
        Cache.idles(Scheme::Idle::OthersRead);
      }
      uint64_t Left = Begin + PatienceNs - std::min(Now, Begin + PatienceNs);
      bool Came = Sharing.node().wait(F, Parts[I].Bytes, Left);
      if (Came && !F.ready())
        Sharing.node().giveUp(F);
      Waited += Came && F.ready();
      if (!Came || !F.ready()) {
        F = {};
        ++Missed;
        continue;
      }
    }
    Views[I] = {Sharing.node().bytes(F), Sharing.node().valid(F)};
  }
  if (Begin != 0) {
    File.Stats->add(Counter::HitWaitNs, nowNs() - Begin);
    trace::extent("waits for pages", Begin, File.Stats->Path.c_str());
  }
}

void Demand::Impl::count() const {
  size_t Hits = Parts.size() - std::min(Missed, Parts.size());
  size_t Unready = std::min(Waited, Hits);
  auto FromOthers = std::ranges::count_if(
      Elsewhere, [](const NodeDirectory::Found &F) { return bool(F); });
  File.Stats->add(Counter::ReadyHits, Hits - Unready);
  File.Stats->add(Counter::UnreadyHits, Unready);
  File.Stats->add(Counter::NodeHits, static_cast<uint64_t>(FromOthers));
  File.Stats->add(Counter::Misses, Missed);
}

//===----------------------------------------------------------------------===//
// Demands
//===----------------------------------------------------------------------===//

Demand::Demand() = default;

Demand::Demand(Demand &&) noexcept = default;

Demand &Demand::operator=(Demand &&Other) noexcept {
  std::swap(P, Other.P);
  return *this;
}

Demand::~Demand() { end(/*Unpins=*/true); }

void Demand::end(bool Unpins) {
  if (!P ||
      !(P->Needy || (Unpins && std::ranges::any_of(P->Slots, std::identity()))))
    return;
  DeliveryCache &Cache = P->Cache;
  CacheState &State = Cache.State;
  EngineLock L(Cache);
  if (std::exchange(P->Needy, false)) {
    State.DemandsMissing -= State.DemandsMissing != 0;
    State.TurnOwed = true;
    State.Policy->readEnds(nowNs());
  }
  if (Unpins)
    P->unpinAll();
}

std::span<const PageView> Demand::pages() const {
  return P ? std::span<const PageView>(P->Views) : std::span<const PageView>();
}

bool Demand::any() const {
  return std::ranges::any_of(
      pages(), [](const PageView &V) { return V.Data != nullptr; });
}

size_t Demand::hits() const {
  return P ? P->Parts.size() - std::min(P->Missed, P->Parts.size()) : 0;
}

bool Demand::ready() const { return P && P->Missed == 0 && P->Waited == 0; }

bool Demand::fetchedForIt() const { return P && P->FirstUses != 0; }

bool Demand::needy() const { return P && P->Needy; }

bool Demand::stillThere() const {
  if (!P)
    return true;
  for (const NodeDirectory::Found &F : P->Elsewhere)
    if (F && !P->Cache.State.Sharing.node().stillThere(F)) {
      P->File.Stats->add(Counter::NodeRetries);
      return false;
    }
  return true;
}

void Demand::markUsed() {
  if (!P)
    return;
  DeliveryCache &Cache = P->Cache;
  CacheState &State = Cache.State;
  for (const NodeDirectory::Found &F : P->Elsewhere)
    if (F)
      State.Sharing.node().noteUse(F);
  std::ranges::fill(P->Views, PageView{});
  EngineLock L(Cache);
  for (Slot &S : P->Slots)
    if (S) {
      P->FirstUses += !State.Pool[S].EverUsed;
      State.Pool.use(S);
      State.followFuture(S);
      State.Pool.unpin(std::exchange(S, 0));
    }
  State.Policy->used(State.Pool.content());
  State.Policy->readEnds(nowNs());
  if (trace::isOn())
    State.observe();
}

size_t DemandReads::probe(CachedFile &File, std::span<const PagePart> Pages) {
  CacheState &S = All.of(File).State;
  MutexLock L(S.M);
  return static_cast<size_t>(std::ranges::count_if(
      Pages, [&](const PagePart &Part) FORESLICE_REQUIRES(S.M) {
        return S.Pool.find(File, Part) != 0 || S.Sharing.find(File, Part);
      }));
}

Demand DemandReads::pin(CachedFile &File, std::span<const PagePart> Pages) {
  DeliveryCache &C = All.pool();
  Demand D;
  D.P = std::make_unique<Demand::Impl>(C, File, Pages);
  Demand::Impl &Read = *D.P;
  CacheState &S = C.State;
  {
    MutexLock L(S.M);
    S.Policy->readBegins(Pages.size(), nowNs());
    S.Policy->reads(&File.Whole, Pages);
    Read.pinCached();
    Read.waitForPages();
    Read.takeOwn();
    if (Read.countMissing() == 0)
      S.Policy->demanded(Read.Waited != 0);
  }
  if (File.Share && Read.countMissing() != 0)
    Read.lookElsewhere();
  if (Read.countMissing() != 0) {
    MutexLock L(S.M);
    // Pages that the engine has begun meanwhile.
    Read.pinCached();
    Read.waitForPages();
    Read.takeOwn();
    Read.Missed = Read.countMissing();
    Read.Needy = Read.Missed != 0;
    if (Read.Needy) {
      S.Policy->missed(S.Pool.content());
      S.Policy->demanded(true);
      ++S.DemandsMissing;
      if (S.idles(Scheme::Idle::OwnRead))
        C.Io.wake();
    }
  }
  if (Read.Needy)
    Read.fillMissing();
  if (Read.Overtaken)
    Read.lookElsewhere();
  Read.waitElsewhere();
  Read.count();
  return D;
}

Demand DemandReads::pinReady(CachedFile &File,
                             std::span<const PagePart> Pages) {
  DeliveryCache &C = All.pool();
  Demand D;
  auto Pins = std::make_unique<Demand::Impl>(C, File, Pages);
  CacheState &S = C.State;
  MutexLock L(S.M);
  S.AsksOnly = true;
  C.Io.attend();
  Pins->pinCached();
  if (File.Share)
    Pins->lookElsewhere();
  size_t Ready = 0, Missed = 0;
  for (size_t I = 0; I < Pages.size(); ++I) {
    bool IsOwn = Pins->Slots[I] != 0, Others = bool(Pins->Elsewhere[I]);
    Ready += IsOwn ? Pins->isHere(I) : Pins->Elsewhere[I].ready();
    Missed += !IsOwn && !Others;
  }
  if (Ready == Pages.size()) {
    Pins->takeOwn();
    Pins->waitElsewhere();
    Pins->count();
    D.P = std::move(Pins);
    return D;
  }
  Pins->unpinAll();
  File.Stats->add(Counter::Misses, Missed);
  C.withdraw(File, Pages);
  S.Policy->missed(S.Pool.content());
  return D;
}

//===----------------------------------------------------------------------===//
// Beside the reads
//===----------------------------------------------------------------------===//

PageGrid DemandReads::grid() const { return All.pool().State.Grid; }

bool DemandReads::pays(const CachedFile &File) {
  return All.of(File).pays(File);
}

bool DemandReads::wereLeftToSystem(CachedFile &File,
                                   std::span<const PagePart> Pages) {
  if (Pages.empty())
    return false;
  MutexLock L(All.of(File).State.M);
  std::unordered_set<uint64_t> &Left = File.LeftToSystem;
  bool AreAll = !Left.empty();
  for (const PagePart &Part : Pages)
    AreAll &= Left.empty() || Left.erase(Part.Page) != 0;
  return AreAll;
}

void DemandReads::meets() {
  All.forEach([](DeliveryCache &C) {
    if (C.State.NotesMeetings)
      C.idles(Scheme::Idle::Synchronisation);
  });
}

void DemandReads::goesOn() {
  All.forEach([](DeliveryCache &C) {
    if (!C.State.NotesMeetings)
      return;
    MutexLock L(C.State.M);
    C.State.Policy->goesOn(nowNs());
  });
}
