//===- PagePool.cpp - the frames and what is in them ----------------------===//
//
// Everything is linked by slot numbers, so that the tables are as small as the
// part of them in use: the system maps their zero pages when first touched.
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
      SlotCount(std::clamp<uint64_t>(CacheSize / PageSize, 2, UINT32_MAX - 1)),
      BucketCount(bucketsFor(SlotCount)), MostFilled(SlotCount),
      Store(std::make_unique<PrivateFrames>(How)) {}

PagePool::~PagePool() {
  if (Pages)
    munmap(Pages, (SlotCount + 1) * sizeof(Page));
  if (Buckets)
    munmap(Buckets, BucketCount * sizeof(Slot));
}

void PagePool::use(std::unique_ptr<FrameStore> Frames) {
  assert(!mapped());
  Store = std::move(Frames);
}

bool PagePool::map() {
  if (std::exchange(Asked, true))
    return mapped();
  Pages = static_cast<Page *>(reserveMemory((SlotCount + 1) * sizeof(Page)));
  Buckets = static_cast<Slot *>(reserveMemory(BucketCount * sizeof(Slot)));
  if (Pages && Buckets && Store->map(SlotCount, Grid.pageSize())) {
    Headers = Store->headers();
    Recycled = Store->recycled();
    Frames = Store->data();
  }
  return mapped();
}

/// What populate() provides at most: 1 to 2 ms in MPI_Init, which the first
/// reads would pay while all ranks begin.
static constexpr uint64_t FirstBytes = 2u << 20;

void PagePool::populate() {
  // A system that does not know how (before Linux 5.14), or has too little
  // memory, provides the rest as it is touched.
  madvise(Frames, std::min(SlotCount * Grid.pageSize(), FirstBytes),
          MADV_POPULATE_WRITE);
}

Slot &PagePool::bucket(const PagedFile *File, uint64_t Index) const {
  return Buckets[hashOf(File, Index) & (BucketCount - 1)];
}

uint64_t &PagePool::ghost(const PagedFile *File, uint64_t Index) {
  return Ghosts[hashOf(File, Index) % Ghosts.size()];
}

Slot PagePool::find(const PagedFile &File, uint64_t Index) const {
  if (File.LinkedPages == 0)
    return 0;
  Slot S = bucket(&File, Index);
  while (S && !(Pages[S].File == &File && Pages[S].Index == Index))
    S = Pages[S].HashNext;
  return S;
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
// Lists
//===----------------------------------------------------------------------===//

void PagePool::pushNewest(List &L, Slot S) {
  Pages[S].Newer = 0;
  Pages[S].Older = L.Newest;
  (L.Newest ? Pages[L.Newest].Newer : L.Oldest) = S;
  L.Newest = S;
  Pages[S].LastTouch = ++Clock;
}

void PagePool::pushOldest(List &L, Slot S) {
  Pages[S].Older = 0;
  Pages[S].Newer = L.Oldest;
  (L.Oldest ? Pages[L.Oldest].Older : L.Newest) = S;
  L.Oldest = S;
}

void PagePool::unlist(List &L, Slot S) {
  Page &P = Pages[S];
  (P.Newer ? Pages[P.Newer].Older : L.Newest) = P.Older;
  (P.Older ? Pages[P.Older].Newer : L.Oldest) = P.Newer;
}

/// A page that is ready and linked goes where it belongs.
void PagePool::enlist(Slot S) {
  const Page &P = Pages[S];
  ReadyContent += P.Pure;
  if (!P.Pure && P.Order != 0)
    Expected.emplace(P.Order, S);
  else
    pushNewest(listOf(P), S);
}

void PagePool::delist(Slot S) {
  const Page &P = Pages[S];
  ReadyContent -= P.Pure;
  if (!P.Pure && P.Order != 0)
    Expected.erase({P.Order, S});
  else
    unlist(listOf(P), S);
}

//===----------------------------------------------------------------------===//
// The life of a page
//===----------------------------------------------------------------------===//

Claim PagePool::beginLoad(Slot S, PagedFile &File, const PagePart &Part,
                          LaneCall Call, Purpose Why, uint64_t Order) {
  uint64_t Index = Part.Page;
  Pages[S].Is = Page::State::Free;
  if (Claim C = Store->claim(S - 1, File, Part); C != Claim::Claimed) {
    release(S);
    return C;
  }
  bool Demanded = Why == Purpose::Demand, ForOthers = Why == Purpose::Others;
  Slot &Head = bucket(&File, Index);
  Pages[S] = {.File = &File,
              .Index = Index,
              .CallId = Call.Id,
              .LastTouch = 0,
              .Generation = Generations[Call.Lane],
              .Order = Order,
              .Valid = 0,
              .Pins = 0,
              .Newer = 0,
              .Older = 0,
              .HashNext = Head,
              .Is = Page::State::Loading,
              .Lane = Call.Lane,
              .Linked = true,
              .Pure = !Demanded && !ForOthers,
              .EverUsed = Demanded,
              .Again = Why == Purpose::Again,
              .Owed = ForOthers};
  Head = S;
  ++File.LinkedPages;
  if (Recycled.remove(File.OpenedAs, Index))
    ++Store->refetches();
  if (Demanded) {
    File.Stats->add(Counter::PagesFilled);
    return Claim::Claimed;
  }
  if (ForOthers) {
    Headers[S - 1].Wanted = true;
    ++OwedCount;
  } else {
    ++Content;
  }
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
  enlist(S);
  if (P.Pure && P.Generation != Generations[P.Lane])
    retire(S);
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
  delist(S);
  forgive(P);
  if (!(FollowsFuture && P.Pure && !P.File->behind(P.Lane, P.CallId))) {
    Content -= P.Pure;
    P.Pure = false;
    P.Order = 0;
  }
  enlist(S);
  if (!P.Pure && P.Order == 0 &&
      P.File->UsedGoFirst.load(std::memory_order_relaxed)) {
    unlist(listOf(P), S);
    pushOldest(listOf(P), S);
  }
  if (!P.EverUsed)
    countUse(P);
}

/// No other process is owed it any more.
void PagePool::forgive(Page &P) {
  OwedCount -= P.Owed;
  P.Owed = false;
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

void PagePool::expect(Slot S, LaneCall Call, uint64_t Order) {
  Page &P = Pages[S];
  const bool SameCount =
      P.Lane == Call.Lane && P.Generation == Generations[Call.Lane];
  P.CallId = SameCount ? std::max(P.CallId, Call.Id) : Call.Id;
  P.Lane = Call.Lane;
  P.Generation = Generations[Call.Lane];
  if (P.Is != Page::State::Ready || P.Pure)
    return;
  delist(S);
  P.Pure = true;
  forgive(P);
  P.Order = Order;
  ++Content;
  enlist(S);
}

void PagePool::expectLater(Slot S, LaneId Lane, uint64_t Order) {
  Page &P = Pages[S];
  if (!FollowsFuture || P.Is != Page::State::Ready || !P.Linked || P.Pure ||
      P.Order != 0)
    return;
  delist(S);
  forgive(P);
  P.Lane = Lane;
  P.Order = Order;
  enlist(S);
}

void PagePool::followFuture(bool Yes) {
  FollowsFuture = Yes;
  if (!Yes)
    forgetFuture([](const Page &) { return true; });
}

/// What is used again first shall be evicted last.
template <class WhichFn> void PagePool::forgetFuture(WhichFn Which) {
  std::vector<Slot> Found;
  for (auto I = Expected.rbegin(); I != Expected.rend(); ++I)
    if (Which(Pages[I->second]))
      Found.push_back(I->second);
  for (Slot S : Found) {
    delist(S);
    Pages[S].Order = 0;
    enlist(S);
  }
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

/// Takes S out of the hash table, the content and, if it is ready, its list.
void PagePool::unlink(Slot S) {
  Page &P = Pages[S];
  Slot *Link = &bucket(P.File, P.Index);
  while (*Link != S)
    Link = &Pages[*Link].HashNext;
  *Link = P.HashNext;
  Store->remove(S - 1, *P.File);
  if (P.File->Share && !P.EverUsed && Headers[S - 1].UsedByOthers)
    countUse(P);
  if (P.Is == Page::State::Ready) {
    delist(S);
    P.File->ShortPages -= P.Valid < Grid.pageSize();
  }
  Content -= P.Pure;
  --P.File->LinkedPages;
  if (!P.EverUsed) {
    count(P, Counter::PagesWasted);
    ++Wasted;
  }
  forgive(P);
  P.Pure = P.Linked = false;
}

void PagePool::release(Slot S) {
  Pages[S].Is = Page::State::Free;
  Pages[S].Older = FirstFree;
  FirstFree = S;
  ++FreeCount;
}

/// Makes a ready page that was prefetched or kept the first to be evicted.
void PagePool::retire(Slot S) {
  delist(S);
  Content -= Pages[S].Pure;
  Pages[S].Pure = false;
  Pages[S].Order = Pages[S].LastTouch = 0;
  pushOldest(Used, S);
}

void PagePool::retirePassed(uint64_t FirstOrder) {
  while (!Expected.empty() && Expected.begin()->first < FirstOrder)
    retire(Expected.begin()->second);
  while (Slot S = Prefetched.Oldest) {
    const Page &P = Pages[S];
    if (!P.File->isOver(P.Lane, P.CallId))
      return;
    retire(S);
  }
}

void PagePool::takeBack(Slot S, LaneCall Call) {
  Page &P = Pages[S];
  if (!P.Pure || P.Lane != Call.Lane || P.CallId != Call.Id)
    return;
  if (P.Is == Page::State::Ready)
    retire(S);
  else
    P.Generation = Generations[P.Lane] - 1; // endLoad() retires it
}

void PagePool::retireAll(LaneId Lane) {
  ++Generations[Lane];
  forgetFuture([Lane](const Page &P) { return P.Lane == Lane; });
  for (Slot S = Prefetched.Oldest, Next; S; S = Next) {
    Next = Pages[S].Newer;
    if (Pages[S].Lane == Lane)
      retire(S);
  }
}

void PagePool::dropUnused() {
  for (Slot S = 1; S <= Touched; ++S) {
    const Page &P = Pages[S];
    if (P.Linked && P.Is == Page::State::Ready && !P.EverUsed && !P.Owed &&
        P.Pins == 0 && !Headers[S - 1].Wanted)
      drop(S);
  }
}
