//===- PageCache.cpp - the cache's public face ----------------------------===//
//
// Sources and writes; CachedFiles.cpp has the files, Demand.cpp the demand
// reads. DeliveryCache.cpp has what one delivery does for them.
//
//===----------------------------------------------------------------------===//

#include "cache/PageCache.h"
#include "cache/DeliveryCache.h"
#include "share/node/SharedFrames.h"
#include "support/Delay.h"

#include <cassert>

using namespace foreslice;

PageCache::PageCache(const Settings &S, std::unique_ptr<Storage> Backend,
                     std::unique_ptr<Storage> ForKernel)
    : Given(S), P(std::make_unique<DeliveryCache>(S, std::move(Backend))),
      ForKernel(std::move(ForKernel)) {}

PageCache::~PageCache() = default;

DeliveryCache &PageCache::of(const CachedFile &File) const {
  return File.DeliveredBy == Delivery::Pool
             ? *P
             : *K.load(std::memory_order_acquire);
}

PageGrid PageCache::grid() const { return P->State.Grid; }

size_t PageCache::frames() const {
  MutexLock L(P->State.M);
  return P->State.Pool.slots();
}

size_t PageCache::mostAhead(const CachedFile &File) const {
  CacheState &S = of(File).State;
  MutexLock L(S.M);
  return std::min(S.Pool.slots(), S.mostAhead());
}

size_t PageCache::horizon(const CachedFile &File) const {
  CacheState &S = of(File).State;
  MutexLock L(S.M);
  return S.Policy->horizon();
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

size_t PageCache::content() const {
  size_t Pages = 0;
  forBoth([&Pages](DeliveryCache &C) {
    MutexLock L(C.State.M);
    Pages += C.State.Pool.content();
  });
  return Pages;
}

void PageCache::populate() {
  MutexLock L(P->State.M);
  if (P->State.Pool.map())
    P->State.Pool.populate();
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

/// While prefetching does not pay, one call of so many is wanted all the same,
/// and one after so long.
static constexpr uint64_t ProbeEvery = 64, ProbeAfterNs = 1'000'000;
/// Pages posted without giving the main thread a chance to take the mutex.
static constexpr size_t PagesAtOnce = 64;

bool PageCache::wanted(const CachedFile &File) {
  DeliveryCache &C = of(File);
  if (!C.mayFetch() || File.Kernel.isGivenUp())
    return false;
  if (C.Io.pays())
    return true;
  const uint64_t Calls = C.Unpaid.fetch_add(1, std::memory_order_relaxed) + 1;
  const uint64_t Now = nowNs();
  if (Calls < ProbeEvery &&
      Now - C.ProbedNs.load(std::memory_order_relaxed) < ProbeAfterNs)
    return false;
  C.Unpaid.store(0, std::memory_order_relaxed);
  C.ProbedNs.store(Now, std::memory_order_relaxed);
  MutexLock L(C.State.M);
  return C.Io.looksAgain(Calls);
}

LaneId PageCache::addLane(const char *Name) {
  SourceStatistics &Counts = Statistics::get().source(Name);
  LaneId New = 0;
  forBoth([&](DeliveryCache &C) {
    MutexLock L(C.State.M);
    assert(C.Lanes.size() < MostLanes);
    New = C.addLane(Counts);
  });
  return New;
}

namespace {
/// Counts the time of a post that waits for no room, while sensors are read.
class PostTimer {
public:
  explicit PostTimer(CacheState &S) FORESLICE_REQUIRES(S.M)
      : S(S), WaitsBefore(S.RoomWaits),
        Began(All.Sensing.load(std::memory_order_relaxed) ? nowNs() : 0) {}
  ~PostTimer() {
    S.M.assertHeld();
    if (Began == 0 || S.RoomWaits != WaitsBefore)
      return;
    All.add(RunCounter::Posts);
    All.add(RunCounter::PostNs, nowNs() - Began);
  }
  PostTimer(const PostTimer &) = delete;
  PostTimer &operator=(const PostTimer &) = delete;

private:
  Statistics &All = Statistics::get();
  CacheState &S;
  const uint64_t WaitsBefore, Began;
};
} // namespace

PageCache::PostResult PageCache::prefetch(CachedFile &File, LaneCall Call,
                                          std::span<const PagePart> Pages,
                                          const std::atomic<bool> &Cancel,
                                          Room When) {
  DeliveryCache &C = of(File);
  CacheState &S = C.State;
  while (!Pages.empty()) {
    auto Now = Pages.first(std::min(Pages.size(), PagesAtOnce));
    Pages = Pages.subspan(Now.size());
    PostResult Result;
    bool Wake;
    delayPoint();
    {
      MutexLock L(S.M);
      PostTimer Timer(S);
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

void PageCache::takeBack(CachedFile &File, LaneId Lane,
                         std::span<const PostedPage> Posted) {
  DeliveryCache &C = of(File);
  CacheState &S = C.State;
  bool Wake;
  {
    MutexLock L(S.M);
    for (const PostedPage &Of : Posted) {
      const LaneCall Call{Lane, Of.Call};
      S.Queue.takeBack(File, Call, Of.Page);
      if (Slot Found = S.Pool.find(File, Of.Page))
        S.Pool.takeBack(Found, Call);
    }
    Wake = S.engineNeeded();
  }
  if (Wake)
    C.Io.wake();
}

void PageCache::expectWrite(CachedFile &File, LaneCall Call, ByteRange Written,
                            const std::atomic<bool> &Cancel) {
  MutexLock L(of(File).State.M);
  if (!Cancel && !File.behind(Call.Lane, Call.Id))
    File.expectWrite(Call.Lane, {Call.Id, Written});
}

bool PageCache::willGrow(CachedFile &File, LaneCall Call, uint64_t Begin) {
  MutexLock L(of(File).State.M);
  return File.writeBefore(Call.Lane, Call.Id, {Begin, UINT64_MAX}) !=
         FetchedFile::NoCall;
}

void PageCache::endIdle() {
  forBoth([](DeliveryCache &C) { C.Io.endIdle(); });
}

void PageCache::wakeSources() {
  // A source between looking at its flag and waiting holds the mutex.
  forBoth([](DeliveryCache &C) {
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
  forBoth([Lane](DeliveryCache &C) { C.endLane(Lane); });
}

void PageCache::setScheme(SchemeKind Scheme) {
  MutexLock Steering(SteeringM);
  AskedScheme = Scheme;
  if (!HeldScheme)
    useScheme(Scheme);
}

void PageCache::useScheme(SchemeKind Scheme) {
  forBoth([Scheme](DeliveryCache &C) {
    MutexLock L(C.State.M);
    if (C.State.Kind != Scheme)
      C.State.setScheme(Scheme);
  });
}

SchemeKind PageCache::scheme() const {
  MutexLock L(P->State.M);
  return P->State.Kind;
}

void PageCache::steer(const Steered &By) {
  MutexLock Steering(SteeringM);
  HeldScheme = By.Scheme;
  useScheme(By.Scheme.value_or(AskedScheme));
  forBoth([&By](DeliveryCache &C) {
    bool Wake;
    {
      MutexLock L(C.State.M);
      C.State.SteeredAhead = By.MostAhead;
      C.State.Off = !By.Caching;
      C.State.SteeredPercent = By.PoolPercent;
      C.State.limitPool();
      Wake = C.State.engineNeeded();
    }
    if (Wake)
      C.Io.wake();
  });
}

void PageCache::limitForClasses(size_t Pages) {
  CacheState &S = P->State;
  MutexLock L(S.M);
  S.ClassPages = Pages;
  S.limitPool();
}

size_t PageCache::mostFilled() const {
  CacheState &S = P->State;
  MutexLock L(S.M);
  return S.Pool.mostFilled();
}

bool PageCache::pays() const {
  bool Any = false;
  forBoth([&Any](DeliveryCache &C) { Any |= C.pays(); });
  return Any;
}

bool PageCache::pays(const CachedFile &File) const {
  return of(File).pays() && !File.Kernel.isGivenUp();
}

void PageCache::measureAnew() {
  forBoth([](DeliveryCache &C) {
    MutexLock L(C.State.M);
    C.Io.measureAnew();
  });
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

void PageCache::beginWrite(CachedFile &File, ByteRange Written) {
  if (Written.Begin >= Written.End)
    return;
  DeliveryCache &C = of(File);
  MutexLock L(C.State.M);
  File.Writes.push_back({Written, false, nowNs()});
  ++File.WriteEpoch;
  C.drop(File, Written);
  C.State.Sharing.beginWrite(File, Written);
}

void PageCache::beginHold(CachedFile &File) {
  DeliveryCache &C = of(File);
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

void PageCache::ended(CachedFile &File, ByteRange Written, bool Hold) {
  DeliveryCache &C = of(File);
  CacheState &S = C.State;
  bool Wake;
  {
    MutexLock L(S.M);
    auto W = std::ranges::find(File.Writes, FetchedFile::Write{Written, Hold});
    if (W == File.Writes.end())
      return;
    if (!Hold) {
      Statistics::get().add(RunCounter::Writes);
      Statistics::get().add(RunCounter::WriteNs, nowNs() - W->BeganNs);
    }
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
  DeliveryCache &C = of(File);
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
