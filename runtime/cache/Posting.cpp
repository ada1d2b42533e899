//===- Posting.cpp - the sources' face of the cache -----------------------===//
//
// A source that needs the data of a page waits for the engine as the main
// thread does, but counts neither as a use nor as a miss, and may be cancelled.
//
//===----------------------------------------------------------------------===//

#include "cache/Posting.h"
#include "cache/Deliveries.h"
#include "storage/Descriptor.h"
#include "support/Delay.h"
#include "support/Recent.h"

#include <cassert>
#include <unistd.h>

using namespace foreslice;

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

LaneId Posting::addLane(const char *Name) {
  SourceStatistics &Counts = Statistics::get().source(Name);
  LaneId New = 0;
  All.forEach([&](DeliveryCache &C) {
    MutexLock L(C.State.M);
    assert(C.Lanes.size() < MostLanes);
    New = C.addLane(Counts);
  });
  return New;
}

void Posting::endLane(LaneId Lane) {
  All.forEach([Lane](DeliveryCache &C) {
    {
      MutexLock L(C.State.M);
      C.State.Queue.dropLane(Lane);
      C.State.Pool.retireAll(Lane);
      for (auto &File : C.Files)
        File->endLane(Lane);
      C.Io.attend();
    }
    C.State.SourceNews.notifyAll();
  });
}

//===----------------------------------------------------------------------===//
// What is worth posting
//===----------------------------------------------------------------------===//

/// While prefetching does not pay, one call of TriedOneOf is wanted all the
/// same, and one after ProbeAfterNs.
static constexpr uint64_t ProbeAfterNs = 1'000'000;

bool Posting::wanted(const CachedFile &File) {
  DeliveryCache &C = All.of(File);
  if (!C.mayFetch() || File.Kernel.isGivenUp())
    return false;
  if (C.Io.pays())
    return true;
  const uint64_t Calls = C.Unpaid.fetch_add(1, std::memory_order_relaxed) + 1;
  const uint64_t Now = nowNs();
  if (Calls < TriedOneOf &&
      Now - C.ProbedNs.load(std::memory_order_relaxed) < ProbeAfterNs)
    return false;
  C.Unpaid.store(0, std::memory_order_relaxed);
  C.ProbedNs.store(Now, std::memory_order_relaxed);
  MutexLock L(C.State.M);
  return C.Io.looksAgain(Calls);
}

PageGrid Posting::grid() const { return All.pool().State.Grid; }

bool Posting::pays() {
  bool Any = false;
  // What was so before MPI_Init says nothing of later reads.
  All.forEach([&Any](DeliveryCache &C) {
    Any |= C.State.How != Delivery::Early && C.pays();
  });
  return Any;
}

bool Posting::pays(const CachedFile &File) { return All.of(File).pays(File); }

void Posting::measureAnew() {
  All.forEach([](DeliveryCache &C) {
    MutexLock L(C.State.M);
    C.Io.measureAnew();
  });
}

size_t Posting::frames() {
  CacheState &S = All.pool().State;
  MutexLock L(S.M);
  return S.Pool.slots();
}

size_t Posting::mostAhead(const CachedFile &File) {
  CacheState &S = All.of(File).State;
  MutexLock L(S.M);
  return std::min(S.Pool.slots(), S.Limits.most().Pages);
}

Budget::OfSource Posting::budget(const CachedFile &File, double Sureness,
                                 size_t Asked) {
  DeliveryCache &C = All.of(File);
  const bool Pays = C.pays(File);
  MutexLock L(C.State.M);
  return C.State.Limits.ofSource(C.State.Pool.slots(), Sureness, Asked, Pays);
}

void Posting::setScheme(SchemeKind Scheme) { All.setScheme(Scheme); }

void Posting::limitForClasses(size_t Pages) {
  CacheState &S = All.pool().State;
  MutexLock L(S.M);
  S.Limits.limitForClasses(Pages);
  S.limitPool();
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

/// The slot of the page in the state that the call will read; 0 if none.
static Slot find(DeliveryCache &C, CachedFile &File, LaneCall Call,
                 const PagePart &Part) FORESLICE_REQUIRES(C.State.M) {
  bool Parked =
      File.writeBefore(Call.Lane, Call.Id, Part.Bytes) != FetchedFile::NoCall;
  return Parked ? 0 : C.State.find(File, Part);
}

/// find() among pages of other processes of the node.
static NodeDirectory::Found findElsewhere(DeliveryCache &C, CachedFile &File,
                                          LaneCall Call, const PagePart &Part)
    FORESLICE_REQUIRES(C.State.M) {
  bool Parked =
      File.writeBefore(Call.Lane, Call.Id, Part.Bytes) != FetchedFile::NoCall;
  return Parked ? NodeDirectory::Found() : C.State.Sharing.find(File, Part);
}

/// Whether the page is posted and not here yet.
static bool isOnItsWay(DeliveryCache &C, CachedFile &File, LaneCall Call,
                       const PagePart &Part) FORESLICE_REQUIRES(C.State.M) {
  if (Slot Found = find(C, File, Call, Part))
    return C.State.Pool[Found].Is != Page::State::Ready;
  if (File.behind(Call.Lane, Call.Id))
    return false;
  NodeDirectory::Found F = findElsewhere(C, File, Call, Part);
  return F ? !F.ready() : C.State.Queue.holds(File, Part.Page);
}

/// Whether a page fetched for an earlier call will still be there for a call
/// posted now.
static bool isEnough(DeliveryCache &C, const Page &Pg)
    FORESLICE_REQUIRES(C.State.M) {
  return Pg.Pure &&
         (!C.State.Policy->knowsFuture() || C.State.Queue.isSoon(Pg.Order));
}

/// The whole page, if a part of the page is here in which bytes of Part were
/// left out: the part goes, and may still be wanted.
static PagePart withWhatIsHere(DeliveryCache &C, const CachedFile &File,
                               const PagePart &Part)
    FORESLICE_REQUIRES(C.State.M) {
  const PagePool &Pool = C.State.Pool;
  const Slot S = Pool.find(File, Part.Page);
  return !S || Pool.fetched(S).contains(Part.Bytes)
             ? Part
             : PagePart{Part.Page, C.State.Grid.bytesOf(Part.Page)};
}

static PostResult post(DeliveryCache &C, CachedFile &File, LaneCall Call,
                       std::span<const PagePart> Pages,
                       const std::atomic<bool> &Cancel, Room When)
    FORESLICE_REQUIRES(C.State.M) {
  for (const PagePart &Part : Pages) {
    while (C.State.Queue.full() && !Cancel && !File.closed() &&
           !File.behind(Call.Lane, Call.Id)) {
      if (When == Room::Leave)
        return PostResult::Full;
      // The engine empties the queue meanwhile. The engine shall not rest: only
      // reads of this thread might end the rest.
      if (C.State.engineNeeded())
        C.Io.wake();
      ++C.State.RoomWaiters;
      ++C.State.RoomWaits;
      C.Io.attend();
      C.State.SourceNews.wait(C.State.M);
      --C.State.RoomWaiters;
    }
    if (Cancel)
      return PostResult::Cancelled;
    if (File.closed() || File.Kernel.isGivenUp() || !C.Io.start())
      return PostResult::Accepted;
    if (File.behind(Call.Lane, Call.Id)) {
      File.countSkipped(Call.Lane, Call.Id);
      return PostResult::Behind;
    }
    const PagePart Wanted = withWhatIsHere(C, File, Part);
    Slot Known = find(C, File, Call, Part);
    if (Known && !C.State.isStillThere(Known)) {
      C.State.loseToSystem(Known);
      Known = 0;
    }
    if (Known && isEnough(C, C.State.Pool[Known])) {
      C.State.Pool.expect(Known, Call, C.State.Queue.lastOrder());
    } else if (C.Io.pays() ||
               &Part == &Pages.front()) { // a page is probe enough
      C.State.Queue.push(File, Call, Wanted);
      if (Known)
        C.State.followFuture(Known);
    }
  }
  return PostResult::Accepted;
}

namespace {
/// Counts the time of a post that waits for no room, while sensors are read.
class PostTimer {
public:
  explicit PostTimer(CacheState &S) FORESLICE_REQUIRES(S.M)
      : S(S), WaitsBefore(S.RoomWaits),
        Began(Totals.Sensing.load(std::memory_order_relaxed) ? nowNs() : 0) {}
  ~PostTimer() {
    S.M.assertHeld();
    if (Began == 0 || S.RoomWaits != WaitsBefore)
      return;
    Totals.add(RunCounter::Posts);
    Totals.add(RunCounter::PostNs, nowNs() - Began);
  }
  PostTimer(const PostTimer &) = delete;
  PostTimer &operator=(const PostTimer &) = delete;

private:
  Statistics &Totals = Statistics::get();
  CacheState &S;
  const uint64_t WaitsBefore, Began;
};
} // namespace

/// Pages posted without giving the main thread a chance to take the mutex.
static constexpr size_t PagesAtOnce = 64;

PostResult Posting::prefetch(CachedFile &File, LaneCall Call,
                             std::span<const PagePart> Pages,
                             const std::atomic<bool> &Cancel, Room When) {
  DeliveryCache &C = All.of(File);
  CacheState &S = C.State;
  File.Positions.asks(Call.Lane, Call.Id);
  while (!Pages.empty()) {
    auto Now = Pages.first(std::min(Pages.size(), PagesAtOnce));
    Pages = Pages.subspan(Now.size());
    delayPoint();
    EngineLock L(C);
    PostTimer Timer(S);
    PostResult Result = post(C, File, Call, Now, Cancel, When);
    S.announce();
    if (Result != PostResult::Accepted)
      return Result;
  }
  return PostResult::Accepted;
}

void Posting::takeBack(CachedFile &File, LaneId Lane,
                       std::span<const PostedPage> Posted) {
  DeliveryCache &C = All.of(File);
  CacheState &S = C.State;
  EngineLock L(C);
  for (const PostedPage &P : Posted) {
    const LaneCall Call{Lane, P.Call};
    S.Queue.takeBack(File, Call, P.Page);
    if (Slot Found = S.Pool.find(File, P.Page))
      S.Pool.takeBack(Found, Call);
  }
}

void Posting::expectWrite(CachedFile &File, LaneCall Call, ByteRange Written,
                          const std::atomic<bool> &Cancel) {
  MutexLock L(All.of(File).State.M);
  if (!Cancel && !File.behind(Call.Lane, Call.Id))
    File.expectWrite(Call.Lane, {Call.Id, Written});
}

bool Posting::willGrow(CachedFile &File, LaneCall Call, uint64_t Begin) {
  MutexLock L(All.of(File).State.M);
  return File.writeBefore(Call.Lane, Call.Id, {Begin, UINT64_MAX}) !=
         FetchedFile::NoCall;
}

//===----------------------------------------------------------------------===//
// Dependent reads
//===----------------------------------------------------------------------===//

Awaited &Awaited::operator=(Awaited &&Other) noexcept {
  std::swap(View, Other.View);
  std::swap(Cache, Other.Cache);
  std::swap(Pinned, Other.Pinned);
  std::swap(Copy, Other.Copy);
  return *this;
}

Awaited::~Awaited() {
  if (!Pinned)
    return;
  EngineLock L(*Cache);
  Cache->State.Pool.unpin(Pinned);
}

bool Posting::isComing(CachedFile &File, LaneCall Call, const PagePart &Part) {
  DeliveryCache &C = All.of(File);
  MutexLock L(C.State.M);
  return isOnItsWay(C, File, Call, Part);
}

/// How long a source waits for another process without a look at *Cancel.
static constexpr uint64_t PatienceNs = 5'000'000;

static bool isBefore(uint64_t EndNs) {
  return EndNs == UINT64_MAX || nowNs() < EndNs;
}

/// Waits until there is something new for sources, but not beyond EndNs.
static void waitForNews(CacheState &S, uint64_t EndNs) FORESLICE_REQUIRES(S.M) {
  if (EndNs == UINT64_MAX)
    return S.SourceNews.wait(S.M);
  if (const uint64_t Now = nowNs(); Now < EndNs)
    S.SourceNews.waitFor(S.M, EndNs - Now);
}

Awaited Posting::await(CachedFile &File, LaneCall Call, const PagePart &Part,
                       const std::atomic<bool> &Cancel, uint64_t EndNs) {
  Awaited A;
  DeliveryCache &C = All.of(File);
  CacheState &S = C.State;
  while (!Cancel && isBefore(EndNs)) {
    NodeDirectory::Found Elsewhere;
    {
      MutexLock L(S.M);
      if (File.behind(Call.Lane, Call.Id))
        File.fillForSource(Call.Lane);
      Slot Found = find(C, File, Call, Part);
      if (Found && S.Pool[Found].Is == Page::State::Ready) {
        if (S.How == Delivery::Kernel)
          return A; // the source reads from the operating system's memory
        S.Pool.pin(Found);
        A.Cache = &C;
        A.Pinned = Found;
        A.View = {S.Pool.frame(Found),
                  static_cast<uint32_t>(std::min<uint64_t>(
                      S.Pool[Found].Valid,
                      S.Pool.fetched(Found).End - S.Grid.beginOf(Part.Page)))};
        return A;
      }
      if (!Found)
        Elsewhere = findElsewhere(C, File, Call, Part);
      if (Cancel ||
          (!Elsewhere.ready() && File.behind(Call.Lane, Call.Id) && !Found))
        return A;
      if (!Elsewhere) {
        if (!Found && !S.Queue.holds(File, Part.Page))
          return A;
        ++S.DataWaiters;
        C.Io.attend();
        if (!Found) {
          S.Policy->awaited();
          if (S.engineNeeded())
            C.Io.wake();
        }
        waitForNews(S, EndNs);
        --S.DataWaiters;
        continue;
      }
    }
    if (!Elsewhere.ready() &&
        !(S.Sharing.node().wait(Elsewhere, Part.Bytes, PatienceNs) &&
          Elsewhere.ready()))
      continue;
    const std::byte *Bytes = S.Sharing.node().bytes(Elsewhere);
    A.Copy.assign(Bytes, Bytes + S.Sharing.node().valid(Elsewhere));
    if (S.Sharing.node().stillThere(Elsewhere)) {
      A.View = {A.Copy.data(), static_cast<uint32_t>(A.Copy.size())};
      return A;
    }
  }
  return A;
}

bool Posting::isInMemory(CachedFile &File, LaneCall Call,
                         const PagePart &Part) {
  DeliveryCache &C = All.of(File);
  CacheState &S = C.State;
  File.Positions.asks(Call.Lane, Call.Id);
  if (S.Always)
    return false;
  {
    MutexLock L(S.M);
    if (S.Pool.find(File, Part) || S.Sharing.find(File, Part) ||
        File.writeBefore(Call.Lane, Call.Id, Part.Bytes) != FetchedFile::NoCall)
      return false;
  }
  if (!File.isResident(S.Grid.bytesOf(Part.Page)))
    return false;
  MutexLock L(S.M);
  // Many small reads of one page say no more than one read.
  if (std::exchange(File.LastInMemory, Part.Page) == Part.Page)
    return true;
  File.Stats->add(Counter::PagesResident);
  C.Io.notePageInMemory(File);
  S.SourceNews.notifyAll(); // the queue may be empty now
  return true;
}

//===----------------------------------------------------------------------===//
// Files opened ahead
//===----------------------------------------------------------------------===//

std::shared_ptr<CachedFile> Posting::openAhead(FileKey K, int PathFd,
                                               const std::string &Path,
                                               uint64_t BlockSize,
                                               const std::atomic<bool> &Cancel,
                                               Delivery How) {
  DeliveryCache &C = All.of(How);
  std::shared_ptr<CachedFile> File;
  {
    MutexLock L(C.State.M);
    C.dropLeft();
    if (std::ranges::count(C.NotKept, K.Device) == 0 &&
        C.Io.readsByPath(Cancel) && C.find(K) == C.Files.end()) {
      auto Handle = std::make_shared<Descriptor>(PathFd, C.Io.givenUp());
      File = C.makeEntry(K, std::move(Handle), Path, BlockSize);
      C.enter(File);
    }
  }
  if (!File)
    ::close(PathFd);
  else if (How == Delivery::Pool)
    All.takeEarly(*File);
  return File;
}
