//===- PagePool.cpp - the frames and their pages --------------------------===//
//
// See PagePool.h.
//
//===----------------------------------------------------------------------===//

#include "pages/PagePool.h"

#include "pages/PageHash.h"

#include <algorithm>
#include <cassert>
#include <sys/mman.h>
#include <utility>

using namespace foreslice;

PagePool::PagePool(uint64_t CacheSize, uint64_t PageSize, Delivery How)
    : How(How), Grid(PageSize),
      Pages(std::clamp<uint64_t>(CacheSize / PageSize, 2, UINT32_MAX - 1)),
      MostFilled(slots()), Store(std::make_unique<PrivateFrames>(How)) {}

void PagePool::use(std::unique_ptr<FrameStore> Frames) {
  assert(!mapped());
  Store = std::move(Frames);
}

bool PagePool::map() {
  if (std::exchange(Asked, true))
    return mapped();
  if (Pages.map() && Store->map(slots(), Grid.pageSize())) {
    Headers = Store->headers();
    Order.setHeaders(Headers);
    Recycled = Store->recycled();
    Frames = Store->data();
  }
  return mapped();
}

uint64_t &PagePool::ghost(const PagedFile *File, uint64_t Index) {
  return Ghosts[hashOf(File, Index) % Ghosts.size()];
}

bool PagePool::serves(Slot S, const PagePart &Part) const {
  return Store->serves(S - 1, *Pages[S].File, Part);
}

void PagePool::count(const Page &P, Counter C) {
  P.File->Stats->add(C);
  if (SourceStatistics *S = Counts[P.Lane])
    S->add(C);
}

//===----------------------------------------------------------------------===//
// The life of a page
//===----------------------------------------------------------------------===//

Claim PagePool::beginLoad(Slot S, PagedFile &File, const PagePart &Part,
                          LaneCall Call, Purpose Why, uint64_t RequestOrder,
                          ByteRange Fetched) {
  uint64_t Index = Part.Page;
  Pages[S].Is = Page::State::Free;
  const bool IsEarly = Why == Purpose::Early;
  if (Claim C = Store->claim(S - 1, File, Part, Fetched,
                             IsEarly ? Age::Old : Age::New);
      C != Claim::Claimed) {
    release(S);
    return C;
  }
  bool Demanded = Why == Purpose::Demand, ForOthers = Why == Purpose::Others;
  Pages.enter(S, {.File = &File,
                  .Index = Index,
                  .CallId = Call.Id,
                  .LastTouch = 0,
                  .Generation = Generations[Call.Lane],
                  .Order = RequestOrder,
                  .Valid = 0,
                  .Pins = 0,
                  .Newer = 0,
                  .Older = 0,
                  .HashNext = 0,
                  .Is = Page::State::Loading,
                  .Lane = Call.Lane,
                  .Linked = true,
                  .Pure = !Demanded && !ForOthers && !IsEarly,
                  .EverUsed = Demanded,
                  .Again = Why == Purpose::Again,
                  .Owed = ForOthers,
                  .TakenOver = nullptr});
  Order.expect(Pages[S]);
  if (Recycled.remove(File.OpenedAs, Index))
    ++Store->refetches();
  if (Demanded) {
    File.Stats->add(Counter::PagesFilled);
    return Claim::Claimed;
  }
  if (IsEarly)
    return Claim::Claimed;
  if (ForOthers)
    Headers[S - 1].Wanted = true;
  count(Pages[S], Counter::PagesPrefetched);
  File.Stats->add(Counter::PagesToSystem, How == Delivery::Kernel);
  uint64_t &Ghost = ghost(&File, Index);
  if (Ghost == hashOf(&File, Index)) {
    Ghost = 0;
    File.Stats->add(Counter::PagesRefetched);
  }
  return Claim::Claimed;
}

void PagePool::endLoad(Slot S, uint32_t Valid) {
  Page &P = Pages[S];
  P.Is = Page::State::Ready;
  P.Valid = Valid;
  if (!P.Linked) {
    if (P.Pins == 0)
      release(S);
    return;
  }
  Headers[S - 1].Valid = Valid;
  Store->publish(S - 1, *P.File);
  P.File->ShortPages += Valid < Grid.pageSize();
  Order.enter(S);
  if (P.Pure && P.Generation != Generations[P.Lane])
    Order.retire(S);
}

void PagePool::unpin(Slot S) {
  Page &P = Pages[S];
  assert(P.Pins != 0);
  if (--P.Pins == 0 && !P.Linked && P.Is == Page::State::Ready)
    release(S);
}

void PagePool::use(Slot S) {
  Page &P = Pages[S];
  if (!P.Linked)
    return;
  Order.leave(S);
  Order.forgive(P);
  if (!(Order.followsFuture() && P.Pure && !P.File->behind(P.Lane, P.CallId))) {
    Order.setPure(P, false);
    P.Order = 0;
  }
  Order.enter(S);
  if (!P.Pure && P.Order == 0 &&
      P.File->UsedGoFirst.load(std::memory_order_relaxed))
    Order.goFirst(S);
  if (!P.EverUsed)
    countUse(P);
}

void PagePool::countUse(Page &P) {
  P.EverUsed = true;
  count(P, Counter::PagesUsed);
  ++FirstUses;
}

void PagePool::noteUsesByOthers(const PagedFile &File) {
  for (Slot S = 1; S <= Touched; ++S)
    if (Page &P = Pages[S]; P.Linked && P.File == &File && !P.EverUsed &&
                            Headers[S - 1].UsedByOthers)
      countUse(P);
}

void PagePool::expect(Slot S, LaneCall Call, uint64_t RequestOrder) {
  Page &P = Pages[S];
  const bool SameCount =
      P.Lane == Call.Lane && P.Generation == Generations[Call.Lane];
  P.CallId = SameCount ? std::max(P.CallId, Call.Id) : Call.Id;
  P.Lane = Call.Lane;
  P.Generation = Generations[Call.Lane];
  if (P.Is != Page::State::Ready || P.Pure)
    return;
  Order.leave(S);
  Order.setPure(P, true);
  Order.forgive(P);
  P.Order = RequestOrder;
  Order.enter(S);
}

void PagePool::expectLater(Slot S, LaneId Lane, uint64_t RequestOrder) {
  Page &P = Pages[S];
  if (!Order.followsFuture() || P.Is != Page::State::Ready || !P.Linked ||
      P.Pure || P.Order != 0)
    return;
  Order.leave(S);
  Order.forgive(P);
  P.Lane = Lane;
  P.Order = RequestOrder;
  Order.enter(S);
}

std::vector<Slot> PagePool::pagesOf(const PagedFile &File) const {
  std::vector<Slot> Found;
  for (Slot S = 1; S <= Touched && Found.size() < File.LinkedPages; ++S)
    if (Pages[S].Linked && Pages[S].File == &File)
      Found.push_back(S);
  return Found;
}

bool PagePool::leaveToSystem(Slot S) {
  Page &P = Pages[S];
  if (P.EverUsed || P.Owed)
    return false;
  P.EverUsed = true;
  count(P, Counter::PagesLeftToSystem);
  ++FirstUses;
  return true;
}

void PagePool::drop(Slot S) {
  unlink(S);
  if (Pages[S].Is == Page::State::Ready && Pages[S].Pins == 0)
    release(S);
}

bool PagePool::spoil(Slot S, ByteRange Written) {
  return Headers[S - 1].addWritten(Written, Grid.beginOf(Pages[S].Index),
                                   Grid.pageSize());
}

/// Takes S out of the table, the content and, if ready, the list.
void PagePool::unlink(Slot S) {
  Page &P = Pages[S];
  Pages.remove(S);
  Store->remove(S - 1, *P.File);
  if (P.File->Share && !P.EverUsed && Headers[S - 1].UsedByOthers)
    countUse(P);
  if (P.Is == Page::State::Ready) {
    Order.leave(S);
    P.File->ShortPages -= P.Valid < Grid.pageSize();
  }
  if (!P.EverUsed) {
    count(P, Counter::PagesWasted);
    ++Wasted;
  }
  Order.forgive(P);
  Order.setPure(P, false);
}

/// Gives memory back to the system that the pool does not fill again.
void PagePool::forgetMemory(Page &P) const {
  if (std::byte *Bytes = std::exchange(P.TakenOver, nullptr))
    giveBackMemory(Bytes, Grid.pageSize());
}

void PagePool::release(Slot S) {
  forgetMemory(Pages[S]);
  if (How == Delivery::Early)
    giveBackMemory(frame(S), Grid.pageSize());
  Pages[S].Is = Page::State::Free;
  Pages[S].Older = FirstFree;
  FirstFree = S;
  ++FreeCount;
}

void PagePool::takeBack(Slot S, LaneCall Call) {
  Page &P = Pages[S];
  if (!P.Pure || P.Lane != Call.Lane || P.CallId != Call.Id)
    return;
  if (P.Is == Page::State::Ready)
    Order.retire(S);
  else
    P.Generation = Generations[P.Lane] - 1; // endLoad() retires the page
}

void PagePool::retireAll(LaneId Lane) {
  ++Generations[Lane];
  Order.retireAll(Lane);
}

std::byte *PagePool::handOver(Slot S) {
  Page &P = Pages[S];
  std::byte *Bytes = frame(S);
  P.EverUsed = true;
  unlink(S);
  P.Is = Page::State::Free; // and never filled again
  return Bytes;
}

void PagePool::dropUnused() {
  for (Slot S = 1; S <= Touched; ++S) {
    const Page &P = Pages[S];
    if (P.Linked && P.Is == Page::State::Ready && !P.EverUsed && !P.Owed &&
        P.Pins == 0 && !Headers[S - 1].Wanted)
      drop(S);
  }
}

//===----------------------------------------------------------------------===//
// Which frame is filled next
//===----------------------------------------------------------------------===//

/// Other processes get at most one frame in OwedShare.
static constexpr size_t OwedShare = 16;
/// Drops a used page.
bool PagePool::dropOne() {
  Slot S = Order.oldestUsed();
  if (S)
    drop(S);
  return S != 0;
}

void PagePool::limit(size_t Frames) {
  MostFilled = std::clamp<size_t>(Frames, 1, slots());
  while (filled() > MostFilled && dropOne())
    ;
}

Slot PagePool::unused(EvictionPolicy &Policy) {
  if (filled() >= MostFilled) {
    if (filled() > MostFilled)
      dropOne();
    return 0;
  }
  if (Slot S = FirstFree) {
    FirstFree = Pages[S].Older;
    --FreeCount;
    return S;
  }
  if (Touched == slots())
    return 0;
  Slot S = Policy.prefersUsed(Touched, Store->refetches()) ? recycle() : 0;
  return S ? S : ++Touched;
}

/// The frame of a used page that nobody is known to need, in place of an
/// untouched frame; 0 if there is none. If other processes have read or will
/// read the page, processes that are behind will, too. A page that nobody has
/// read may still be asked for once more, by a pattern that has changed.
Slot PagePool::recycle() {
  Slot S = Order.oldestUsedBut([&](Slot S) {
    return !Pages[S].EverUsed ||
           Store->isForOthers(S - 1, *Pages[S].File, Pages[S].Index);
  });
  if (const Page &P = Pages[S]; S && P.File->OpenedAs && P.EverUsed)
    Recycled.add(P.File->OpenedAs, P.Index);
  return evict(S, false);
}

Slot PagePool::acquireForDemand(EvictionPolicy &Policy) {
  if (Slot S = unused(Policy))
    return S;
  return evict(Order.oldestUsed(), false);
}

Slot PagePool::acquireSpare(EvictionPolicy &Policy) {
  Order.settleOwed();
  if (Order.owed() >= slots() / OwedShare)
    return 0;
  if (Slot S = unused(Policy))
    return S;
  return evict(Policy.mayEvict(content()) ? Order.oldestUsed() : 0, true);
}

Slot PagePool::acquire(EvictionPolicy &Policy, uint64_t RequestOrder) {
  if (Slot S = unused(Policy))
    return S;
  Slot OldUsed = Order.oldestUsed();
  if (Order.followsFuture()) {
    Slot S = 0;
    if (OldUsed)
      S = Policy.mayEvict(content()) ? OldUsed : 0;
    else if (Policy.isUrgent(content()))
      S = Order.farthest(RequestOrder);
    if (!S)
      Policy.putOff(content());
    return evict(S, true);
  }
  Slot OldPrefetched = Order.oldestPrefetched();
  if (!OldPrefetched ||
      (OldUsed && Pages[OldUsed].LastTouch < Pages[OldPrefetched].LastTouch))
    return evict(OldUsed, true);
  EvictionPolicy::Victim V = Policy.prefetchedAtLruEnd(content(), OldUsed != 0);
  if (V == EvictionPolicy::Victim::Prefetched)
    return evict(OldPrefetched, true);
  Order.spare(OldPrefetched);
  return V == EvictionPolicy::Victim::Used ? evict(OldUsed, true) : 0;
}

/// Gives the frame of S, an unpinned page; 0 for 0.
Slot PagePool::evict(Slot S, bool ForPrefetch) {
  if (!S)
    return 0;
  Page &P = Pages[S];
  if (ForPrefetch && P.EverUsed)
    ghost(P.File, P.Index) = hashOf(P.File, P.Index);
  unlink(S);
  forgetMemory(P);
  P.Is = Page::State::Free;
  return S;
}
