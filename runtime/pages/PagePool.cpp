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

static void *reserve(size_t Bytes) {
  void *P = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (P == MAP_FAILED)
    return nullptr;
  // A forked child does not use the cache; without this, every page that the
  // engine reads into afterwards would be copied first.
  madvise(P, Bytes, MADV_DONTFORK);
  return P;
}

PagePool::PagePool(uint64_t CacheSize, uint64_t PageSize)
    : FrameSize(PageSize),
      SlotCount(std::clamp<uint64_t>(CacheSize / PageSize, 2, UINT32_MAX - 1)),
      BucketCount(bucketsFor(SlotCount)), Active(SlotCount, PageSize) {}

PagePool::~PagePool() {
  if (Frames && !Node)
    munmap(Frames, SlotCount * FrameSize);
  if (Headers && !Node)
    munmap(Headers, SlotCount * sizeof(Frame));
  if (OwnTags)
    munmap(OwnTags, PageTags::countFor(SlotCount) * sizeof(PageTags::Tag));
  if (Pages)
    munmap(Pages, (SlotCount + 1) * sizeof(Page));
  if (Buckets)
    munmap(Buckets, BucketCount * sizeof(Slot));
}

void PagePool::share(NodeDirectory *Directory) {
  assert(!mapped() && Directory->ownFrames() >= SlotCount);
  Node = Directory;
  Recycled = Node->recycled();
  Refetches = &Node->refetches();
}

bool PagePool::map() {
  if (std::exchange(Asked, true))
    return mapped();
  Pages = static_cast<Page *>(reserve((SlotCount + 1) * sizeof(Page)));
  Buckets = static_cast<Slot *>(reserve(BucketCount * sizeof(Slot)));
  Headers = Node ? Node->frames()
                 : static_cast<Frame *>(reserve(SlotCount * sizeof(Frame)));
  if (uint64_t Count = PageTags::countFor(SlotCount); !Node) {
    OwnTags = static_cast<PageTags::Tag *>(reserve(Count * sizeof(*OwnTags)));
    Recycled = {OwnTags, Count};
  }
  if (Pages && Buckets && Headers && (Node || OwnTags))
    Frames = Node ? Node->data()
                  : static_cast<std::byte *>(reserve(SlotCount * FrameSize));
  return mapped();
}

void PagePool::populate() {
  // A system that does not know how (before Linux 5.14), or has too little
  // memory, provides the rest as it is touched.
  madvise(Frames,
          std::min(Active.count() * FrameSize, ActiveFrames::FirstBytes),
          MADV_POPULATE_WRITE);
}

Slot &PagePool::bucket(const FileEntry *File, uint64_t Index) const {
  return Buckets[hashOf(File, Index) & (BucketCount - 1)];
}

uint64_t &PagePool::ghost(const FileEntry *File, uint64_t Index) {
  return Ghosts[hashOf(File, Index) % Ghosts.size()];
}

Slot PagePool::find(const FileEntry &File, uint64_t Index) const {
  if (File.LinkedPages == 0)
    return 0;
  Slot S = bucket(&File, Index);
  while (S && !(Pages[S].File == &File && Pages[S].Index == Index))
    S = Pages[S].HashNext;
  return S;
}

bool PagePool::serves(Slot S, const PagePart &Part) const {
  if (isShared(Pages[S]))
    return Node->serves(sharedId(S), Part.Bytes);
  return !Headers[S - 1].written(Part.Page * FrameSize).overlaps(Part.Bytes);
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

NodeDirectory::Claim PagePool::beginLoad(Slot S, FileEntry &File,
                                         const PagePart &Part, uint64_t CallId,
                                         Purpose For, uint64_t Order) {
  uint64_t Index = Part.Page;
  Pages[S].Is = Page::State::Free;
  if (File.SharedId) {
    auto Claim =
        Node->claim(sharedId(S), File.SharedId, Index, Part.Bytes,
                    File.SharedSince, File.remote(Node) ? File.JobSince : 0);
    if (Claim != NodeDirectory::Claim::Claimed) {
      release(S);
      return Claim;
    }
  } else {
    Headers[S - 1].Written = 0;
  }
  bool Demanded = For == Purpose::Demand, ForOthers = For == Purpose::Others;
  Slot &Head = bucket(&File, Index);
  Pages[S] = {.File = &File,
              .Index = Index,
              .CallId = CallId,
              .LastTouch = 0,
              .Generation = Generation,
              .Order = Order,
              .Valid = 0,
              .Pins = 0,
              .Newer = 0,
              .Older = 0,
              .HashNext = Head,
              .Is = Page::State::Loading,
              .Linked = true,
              .Pure = !Demanded && !ForOthers,
              .EverUsed = Demanded,
              .Again = For == Purpose::Again,
              .Owed = ForOthers};
  Head = S;
  ++File.LinkedPages;
  if (Recycled.remove(File.OpenedAs, Index))
    ++*Refetches;
  if (Demanded) {
    File.Stats->add(Counter::PagesFilled);
    return NodeDirectory::Claim::Claimed;
  }
  if (ForOthers) {
    Headers[S - 1].Wanted = true;
    ++OwedCount;
  } else {
    ++Content;
  }
  File.Stats->add(Counter::PagesPrefetched);
  uint64_t &Ghost = ghost(&File, Index);
  if (Ghost == hashOf(&File, Index)) {
    Ghost = 0;
    File.Stats->add(Counter::PagesRefetched);
  }
  return NodeDirectory::Claim::Claimed;
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
  if (isShared(P))
    Node->publish(sharedId(S));
  P.File->ShortPages += Valid < FrameSize;
  enlist(S);
  if (P.Pure && P.Generation != Generation)
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
  if (!(FollowsFuture && P.Pure && !P.File->behind(P.CallId))) {
    Content -= P.Pure;
    P.Pure = false;
    P.Order = 0;
  }
  enlist(S);
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
  P.File->Stats->add(Counter::PagesUsed);
  ++FirstUses;
}

void PagePool::noteUsesByOthers(const FileEntry &File) {
  for (Slot S = 1; S <= Touched; ++S)
    if (Page &P = Pages[S]; P.Linked && P.File == &File && !P.EverUsed &&
                            Headers[S - 1].UsedByOthers)
      countUse(P);
}

void PagePool::expect(Slot S, uint64_t CallId, uint64_t Order) {
  Page &P = Pages[S];
  P.CallId = P.Generation == Generation ? std::max(P.CallId, CallId) : CallId;
  P.Generation = Generation;
  if (P.Is != Page::State::Ready || P.Pure)
    return;
  delist(S);
  P.Pure = true;
  forgive(P);
  P.Order = Order;
  ++Content;
  enlist(S);
}

void PagePool::expectLater(Slot S, uint64_t Order) {
  Page &P = Pages[S];
  if (!FollowsFuture || P.Is != Page::State::Ready || !P.Linked || P.Pure ||
      P.Order != 0)
    return;
  delist(S);
  forgive(P);
  P.Order = Order;
  enlist(S);
}

void PagePool::followFuture(bool Yes) {
  FollowsFuture = Yes;
  Recycles = false;
  if (!Yes)
    forgetFuture();
}

/// What is used again first shall be evicted last.
void PagePool::forgetFuture() {
  while (!Expected.empty()) {
    Slot S = std::prev(Expected.end())->second;
    delist(S);
    Pages[S].Order = 0;
    enlist(S);
  }
}

std::vector<Slot> PagePool::pagesOf(const FileEntry &File) const {
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
  P.File->Stats->add(Counter::PagesLeftToSystem);
  ++FirstUses;
  return true;
}

void PagePool::drop(Slot S) {
  unlink(S);
  if (Pages[S].Is == Page::State::Ready && Pages[S].Pins == 0)
    release(S);
}

bool PagePool::spoil(Slot S, ByteRange Written) {
  return Headers[S - 1].addWritten(Written, Pages[S].Index * FrameSize,
                                   FrameSize);
}

/// Takes S out of the hash table, the content and, if it is ready, its list.
void PagePool::unlink(Slot S) {
  Page &P = Pages[S];
  Slot *Link = &bucket(P.File, P.Index);
  while (*Link != S)
    Link = &Pages[*Link].HashNext;
  *Link = P.HashNext;
  if (isShared(P)) {
    Node->remove(sharedId(S));
    if (!P.EverUsed && Headers[S - 1].UsedByOthers)
      countUse(P);
  }
  if (P.Is == Page::State::Ready) {
    delist(S);
    P.File->ShortPages -= P.Valid < FrameSize;
  }
  Content -= P.Pure;
  --P.File->LinkedPages;
  if (!P.EverUsed) {
    P.File->Stats->add(Counter::PagesWasted);
    ++Wasted;
  }
  forgive(P);
  P.Pure = P.Linked = false;
}

void PagePool::release(Slot S) {
  Pages[S].Is = Page::State::Free;
  Pages[S].Older = FirstFree;
  FirstFree = S;
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
    if (!P.File->isOver(P.CallId))
      return;
    retire(S);
  }
}

void PagePool::retireAll() {
  ++Generation;
  forgetFuture();
  while (Prefetched.Oldest)
    retire(Prefetched.Oldest);
}
