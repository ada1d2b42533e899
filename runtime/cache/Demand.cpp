//===- Demand.cpp - reads of the main thread ------------------------------===//
//
// Pins what is cached, waits for what is on its way, and for nothing else.
//
//===----------------------------------------------------------------------===//

#include "cache/PageCacheImpl.h"
#include "cache/Residency.h"

#include <cerrno>
#include <climits>
#include <sys/uio.h>

using namespace foreslice;

namespace {

/// How long a demand read waits for other processes: they may have been
/// stopped.
constexpr uint64_t PatienceNs = 1'000'000'000;
/// A demand read fills at most this part of the pool.
constexpr size_t FillParts = 4;

/// All that the file has of the bytes of neighbouring frames.
struct Fill {
  uint64_t FirstPage;
  std::vector<size_t> Parts; ///< Of the demand, one a page.
  std::vector<iovec> Frames;
  uint64_t Got = 0, Ns = 0;
  bool Ok = false;

  void read(int Fd, uint64_t PageSize);
};

void Fill::read(int Fd, uint64_t PageSize) {
  uint64_t Begin = nowNs();
  std::span<iovec> Left = Frames;
  while (!Left.empty()) {
    ssize_t N = preadv(Fd, Left.data(), static_cast<int>(Left.size()),
                       static_cast<off_t>(FirstPage * PageSize + Got));
    if (N < 0 && errno == EINTR)
      continue;
    Ok = N >= 0;
    if (N <= 0)
      break;
    Got += static_cast<uint64_t>(N);
    size_t Bytes = static_cast<size_t>(N);
    while (!Left.empty() && Bytes >= Left.front().iov_len) {
      Bytes -= Left.front().iov_len;
      Left = Left.subspan(1);
    }
    if (Bytes != 0) {
      auto &[Base, Length] = Left.front();
      Base = static_cast<std::byte *>(Base) + Bytes;
      Length -= Bytes;
    }
  }
  Ns = nowNs() - Begin;
}

} // namespace

struct PageCache::Demand::Impl {
  Impl(PageCache::Impl &Cache, FileEntry &File, std::span<const PagePart> Parts)
      : Cache(Cache), File(File), Parts(Parts), Slots(Parts.size(), 0),
        Views(Parts.size()) {}

  void pinCached() FORESLICE_REQUIRES(Cache.State.M);
  void waitForPages() FORESLICE_REQUIRES(Cache.State.M);
  bool isHere(size_t I) const FORESLICE_REQUIRES(Cache.State.M);
  bool allHere() const FORESLICE_REQUIRES(Cache.State.M);
  void lookElsewhere(bool Wait);
  size_t takeFromOthers();
  void settle() FORESLICE_REQUIRES(Cache.State.M);
  void fillMissing();
  std::vector<Fill> claimFrames() FORESLICE_REQUIRES(Cache.State.M);
  bool isToFill(const PagePart &Part, bool Asked) const
      FORESLICE_REQUIRES(Cache.State.M);
  void endFill(const Fill &F, uint64_t WriteEpoch, uint64_t NodeEpoch)
      FORESLICE_REQUIRES(Cache.State.M);
  bool missing(size_t I) const { return !Views[I].Data; }
  uint64_t patience() {
    uint64_t Now = nowNs();
    Deadline = Deadline ? Deadline : Now + PatienceNs;
    return Deadline - std::min(Now, Deadline);
  }
  static bool loading(const Page &P) {
    return P.Linked && P.Is == Page::State::Loading;
  }

  PageCache::Impl &Cache;
  FileEntry &File;
  std::span<const PagePart> Parts; ///< Of the caller; until it is done.
  std::vector<Slot> Slots; ///< Pinned; 0 where this process has nothing.
  std::vector<PageView> Views;
  /// Pages of other processes, by part; empty if none was looked for.
  std::vector<NodeDirectory::Found> Elsewhere;
  size_t Waited = 0; ///< Pages that were still on their way.
  size_t Hits = 0, Missed = 0;
  uint64_t Deadline = 0;  ///< Of all waits for other processes.
  bool Overtaken = false; ///< Others began to fetch some that were missed.
};

/// All of them first: what is there shall not go while the rest is waited for.
void PageCache::Demand::Impl::pinCached() {
  PagePool &Pool = Cache.State.Pool;
  for (size_t I = 0; I < Parts.size(); ++I)
    if (Slot S = Slots[I] ? 0 : Pool.find(File, Parts[I])) {
      Pool.pin(S);
      Slots[I] = S;
    }
}

/// Waits for what is on its way, and for what the engine begins meanwhile.
void PageCache::Demand::Impl::waitForPages() {
  CacheState &State = Cache.State;
  uint64_t Begin = 0;
  for (size_t I = 0; I < Slots.size(); ++I) {
    if (!Slots[I] || !loading(State.Pool[Slots[I]]))
      continue;
    if (Begin == 0)
      Begin = nowNs();
    ++State.PageWaiters;
    while (loading(State.Pool[Slots[I]]) &&
           State.Pool.serves(Slots[I], Parts[I]))
      State.PageSettled.wait(State.M);
    --State.PageWaiters;
    Waited +=
        State.Pool[Slots[I]].Linked && State.Pool.serves(Slots[I], Parts[I]);
    pinCached();
  }
  if (Begin != 0)
    File.Stats->add(Counter::HitWaitNs, nowNs() - Begin);
}

bool PageCache::Demand::Impl::isHere(size_t I) const {
  const PagePool &Pool = Cache.State.Pool;
  Slot S = Slots[I];
  return S && Pool[S].Linked && Pool[S].Is == Page::State::Ready &&
         Pool.serves(S, Parts[I]);
}

bool PageCache::Demand::Impl::allHere() const {
  for (size_t I = 0; I < Parts.size(); ++I)
    if (!isHere(I))
      return false;
  return true;
}

/// Pages that other processes of the node have, as far as this one has not.
/// Not under the mutex if they are waited for.
void PageCache::Demand::Impl::lookElsewhere(bool Wait) {
  const CacheState &State = Cache.State;
  Elsewhere.resize(Parts.size());
  uint64_t Begin = 0;
  for (size_t I = 0; I < Parts.size(); ++I) {
    NodeDirectory::Found &F = Elsewhere[I];
    if (Slots[I] || F || !(F = State.findElsewhere(File, Parts[I])) ||
        F.ready())
      continue;
    if (!Wait) {
      F = {};
      continue;
    }
    if (Begin == 0)
      Begin = nowNs();
    bool Came = State.Node->wait(F, Parts[I].Bytes, patience()) && F.ready();
    Waited += Came;
    if (!Came)
      F = {};
  }
  if (Begin != 0)
    File.Stats->add(Counter::HitWaitNs, nowNs() - Begin);
}

/// The views of pages that lookElsewhere() found; gives their number.
size_t PageCache::Demand::Impl::takeFromOthers() {
  const NodeDirectory *Node = Cache.State.Node;
  size_t Taken = 0;
  for (size_t I = 0; I < Elsewhere.size(); ++I)
    if (missing(I) && Elsewhere[I]) {
      Views[I] = {Node->bytes(Elsewhere[I]), Node->valid(Elsewhere[I])};
      ++Taken;
    }
  return Taken;
}

/// Fills in the views and counts.
void PageCache::Demand::Impl::settle() {
  PagePool &Pool = Cache.State.Pool;
  for (size_t I = 0; I < Slots.size(); ++I) {
    Slot &S = Slots[I];
    if (isHere(I)) {
      Views[I] = {Pool.frame(S), Pool[S].Valid};
      continue;
    }
    if (S)
      Pool.unpin(std::exchange(S, 0));
  }
  size_t FromOthers = takeFromOthers();
  Missed = std::ranges::count(Views, nullptr, &PageView::Data);
  Hits = Views.size() - Missed;
  Waited = std::min(Waited, Hits);
  File.Stats->add(Counter::ReadyHits, Hits - Waited);
  File.Stats->add(Counter::UnreadyHits, Waited);
  File.Stats->add(Counter::NodeHits, FromOthers);
  File.Stats->add(Counter::Misses, Missed);
}

//===----------------------------------------------------------------------===//
// What a demand read fetches for others
//===----------------------------------------------------------------------===//

/// Whether a missing page is read whole, into the pool: a source has asked for
/// it, or other processes may.
bool PageCache::Demand::Impl::isToFill(const PagePart &Part, bool Asked) const {
  const CacheState &State = Cache.State;
  ByteRange Page = State.Pool.bytesOf(Part.Page);
  bool ForOthers = File.SharedId && State.Node->othersUse(File.SharedId);
  return (Asked || ForOthers) && !File.isBeingWritten(Page) &&
         (State.Always ||
          !isResident(File.Fd->Number, Page.Begin, State.PageSize));
}

std::vector<Fill> PageCache::Demand::Impl::claimFrames() {
  CacheState &State = Cache.State;
  PagePool &Pool = State.Pool;
  std::vector<Fill> Fills;
  std::vector<bool> Asked = State.Queue.withdraw(File, Parts);
  if (File.closed() || Missed > Pool.slots() / FillParts)
    return Fills;
  for (size_t I = 0; I < Parts.size(); ++I) {
    if (!missing(I) || !isToFill(Parts[I], Asked[I]))
      continue;
    if (Slot Old = Pool.find(File, Parts[I].Page)) { // written since
      if (Pool[Old].Is == Page::State::Loading || Pool[Old].Pins != 0)
        continue;
      Pool.drop(Old);
    }
    Slot S = Cache.Io.start() ? Pool.acquireForDemand() : 0;
    if (!S)
      break;
    auto Claim =
        Pool.beginLoad(S, File, Parts[I], File.MainCallId, Purpose::Demand);
    Overtaken |= Claim == NodeDirectory::Claim::Taken;
    if (Claim != NodeDirectory::Claim::Claimed)
      continue;
    Pool.pin(S);
    Slots[I] = S;
    if (Fills.empty() ||
        Fills.back().FirstPage + Fills.back().Parts.size() != Parts[I].Page ||
        Fills.back().Parts.size() == IOV_MAX)
      Fills.push_back({Parts[I].Page});
    Fills.back().Parts.push_back(I);
    Fills.back().Frames.push_back({Pool.frame(S), State.PageSize});
  }
  return Fills;
}

void PageCache::Demand::Impl::endFill(const Fill &F, uint64_t WriteEpoch,
                                      uint64_t NodeEpoch) {
  CacheState &State = Cache.State;
  bool EndKnown = State.endKnown(File, WriteEpoch, NodeEpoch);
  uint64_t Left = F.Got;
  for (size_t I : F.Parts) {
    uint64_t Valid = std::min(Left, State.PageSize);
    Left -= Valid;
    Slot S = Slots[I];
    bool Usable = F.Ok && (EndKnown || Valid == State.PageSize);
    if (!Usable && State.Pool[S].Linked)
      State.Pool.drop(S);
    State.Pool.endLoad(S, static_cast<uint32_t>(Valid));
    if (isHere(I))
      Views[I] = {State.Pool.frame(S), State.Pool[S].Valid};
    else
      State.Pool.unpin(std::exchange(Slots[I], 0));
  }
  if (F.Ok)
    State.Meter.readDone(F.Got, F.Ns);
}

void PageCache::Demand::Impl::fillMissing() {
  CacheState &State = Cache.State;
  std::vector<Fill> Fills;
  std::shared_ptr<Descriptor> Fd;
  uint64_t WriteEpoch, NodeEpoch;
  {
    MutexLock L(State.M);
    Fd = File.Fd;
    WriteEpoch = File.WriteEpoch;
    NodeEpoch = State.nodeEpoch(File);
    Fills = claimFrames();
  }
  for (Fill &F : Fills)
    F.read(Fd->Number, State.PageSize);
  MutexLock L(State.M);
  for (const Fill &F : Fills)
    endFill(F, WriteEpoch, NodeEpoch);
  if (!Fills.empty() && State.PageWaiters != 0)
    State.PageSettled.notifyAll();
  if (State.DataWaiters != 0)
    State.SourceNews.notifyAll();
}

//===----------------------------------------------------------------------===//
// Demands
//===----------------------------------------------------------------------===//

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

size_t PageCache::Demand::hits() const { return P ? P->Hits : 0; }

bool PageCache::Demand::stillThere() const {
  if (!P)
    return true;
  for (const NodeDirectory::Found &F : P->Elsewhere)
    if (F && !P->Cache.State.Node->stillThere(F)) {
      P->File.Stats->add(Counter::NodeRetries);
      return false;
    }
  return true;
}

void PageCache::Demand::markUsed() {
  if (!P || inForkedChild())
    return;
  PageCache::Impl &Cache = P->Cache;
  CacheState &State = Cache.State;
  for (const NodeDirectory::Found &F : P->Elsewhere)
    if (F)
      State.Node->noteUse(F);
  MutexLock L(State.M);
  for (Slot S : P->Slots)
    if (S)
      State.Pool.use(S);
  State.Policy->used(State.Pool.content());
}

size_t PageCache::probe(CachedFile &CF, std::span<const PagePart> Pages) const {
  if (inForkedChild())
    return 0;
  const FileEntry &File = entry(CF);
  MutexLock L(P->State.M);
  return static_cast<size_t>(std::ranges::count_if(
      Pages, [&](const PagePart &Part) FORESLICE_REQUIRES(P->State.M) {
        return P->State.Pool.find(File, Part) != 0 ||
               P->State.findElsewhere(File, Part);
      }));
}

PageCache::Demand PageCache::demand(CachedFile &CF,
                                    std::span<const PagePart> Pages) {
  Demand D;
  FileEntry &File = entry(CF);
  D.P = std::make_unique<Demand::Impl>(*P, File, Pages);
  if (inForkedChild())
    return D;
  CacheState &S = P->State;
  bool Missing;
  {
    MutexLock L(S.M);
    D.P->pinCached();
    D.P->waitForPages();
    Missing = !D.P->allHere();
    if (!Missing)
      D.P->settle();
  }
  if (!Missing)
    return D;
  if (File.SharedId)
    D.P->lookElsewhere(true);
  {
    MutexLock L(S.M);
    D.P->settle();
    if (D.P->Missed == 0)
      return D;
    S.Policy->missed(S.Pool.content());
    ++S.DemandsMissing;
  }
  D.P->fillMissing();
  if (D.P->Overtaken) {
    D.P->lookElsewhere(true);
    D.P->takeFromOthers();
  }
  return D;
}

PageCache::Demand PageCache::demandReady(CachedFile &CF,
                                         std::span<const PagePart> Pages) {
  Demand D;
  if (inForkedChild())
    return D;
  FileEntry &File = entry(CF);
  auto Pins = std::make_unique<Demand::Impl>(*P, File, Pages);
  CacheState &S = P->State;
  MutexLock L(S.M);
  size_t Ready = 0, Missed = 0;
  if (File.SharedId)
    Pins->lookElsewhere(false);
  for (size_t I = 0; I < Pages.size(); ++I) {
    Slot Known = S.Pool.find(File, Pages[I]);
    bool Elsewhere = !Known && File.SharedId && Pins->Elsewhere[I];
    Ready += Elsewhere || (Known && S.Pool[Known].Is == Page::State::Ready);
    Missed += !Known && !Elsewhere;
  }
  if (Ready == Pages.size()) {
    Pins->pinCached();
    Pins->settle();
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
