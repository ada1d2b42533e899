//===- PagePool.h - the frames and what is in them ------------------------===//
//
// A fixed number of page frames, mapped before the first prefetch. PageIndex
// finds the pages, PageOrder says which page makes room for another. Not
// thread-safe: the mutex of the cache guards the pool.
//
// A page that is dropped is unlinked at once, so that no lookup finds it, but
// its frame is free only when nothing is read into it and nobody has it pinned.
//
// The frames may lie in a store that other processes see: they copy from them,
// and what they write to a page is not served from here any more.
//
// For kernel delivery the pool is a ledger: its pages have no memory here,
// since the operating system has them. All else is as with memory.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PAGES_PAGEPOOL_H
#define FORESLICE_PAGES_PAGEPOOL_H

#include "pages/EvictionPolicy.h"
#include "pages/FrameStore.h"
#include "pages/PageIndex.h"
#include "pages/PageOrder.h"
#include "storage/Delivery.h"

#include <array>
#include <memory>
#include <vector>

namespace foreslice {

/// What a page is fetched for.
enum class Purpose : uint8_t {
  Request,
  Again, ///< RequestQueue::Entry::Again.
  Demand,
  Others, ///< Another process of the node wants it.
};

class PagePool {
public:
  PagePool(uint64_t CacheSize, uint64_t PageSize,
           Delivery How = Delivery::Pool);
  PagePool(const PagePool &) = delete;
  PagePool &operator=(const PagePool &) = delete;

  /// Before map(): the frames are those of this store.
  void use(std::unique_ptr<FrameStore> Frames);
  /// Reserves the memory, at the first call; the system provides it as it is
  /// touched. False if there is none.
  bool map();
  /// After map(): has the system provide now what is filled first, up to
  /// 2 MiB. The first touch would otherwise be part of the first reads, and
  /// take longer there.
  void populate();
  bool mapped() const { return Headers != nullptr; }

  size_t slots() const { return Pages.slots(); }
  /// Frames that are filled at once, at most.
  size_t mostFilled() const { return MostFilled; }
  /// Changes that, to one frame at least. Used pages beyond it are dropped, one
  /// part now and one for each frame that is asked for.
  void limit(size_t Frames);
  PageGrid grid() const { return Grid; }
  /// Pure prefetch content in pages, those on their way included.
  size_t content() const { return Order.content(); }
  /// Those of them that have come.
  size_t readyContent() const { return Order.readyContent(); }
  /// Whether another process of the node waits for the page to come.
  bool isAwaited(Slot S) const {
    return Pages[S].File->Share && Headers[S - 1].Waiters != 0;
  }
  /// Pages that were used at least once, and that went without.
  uint64_t firstUses() const { return FirstUses; }
  uint64_t wasted() const { return Wasted; }

  Slot find(const PagedFile &File, uint64_t Index) const {
    return Pages.find(File, Index);
  }
  /// Only if the part may be used.
  Slot find(const PagedFile &File, const PagePart &Part) const {
    Slot S = find(File, Part.Page);
    return S && serves(S, Part) ? S : 0;
  }
  /// The bytes are not written since the page was fetched.
  bool serves(Slot S, const PagePart &Part) const;
  const Page &operator[](Slot S) const { return Pages[S]; }
  /// Not of a ledger.
  std::byte *frame(Slot S) const { return Frames + (S - 1) * Grid.pageSize(); }

  /// Whether used pages for which requests are queued are kept, and evicted by
  /// that: the farthest first. Otherwise only the past counts.
  void followFuture(bool Yes) { Order.followFuture(Yes); }
  /// Counts what comes of the lane's requests there, too.
  void countFor(LaneId Lane, SourceStatistics &S) { Counts[Lane] = &S; }

  /// A free frame, or one that had to be evicted for it after Policy's rules,
  /// or by the future, for the request of RequestOrder.
  Slot acquire(EvictionPolicy &Policy, uint64_t RequestOrder);
  /// The same without touching prefetched pages.
  Slot acquireForDemand(EvictionPolicy &Policy);
  /// A free frame, or one whose page nobody is known to need; 0 if there is
  /// none, or other processes are owed enough pages already.
  Slot acquireSpare(EvictionPolicy &Policy);
  /// Enters an acquired frame as on its way. If another process of the node has
  /// the page, or writes to it, the frame is free again and that is said.
  Claim beginLoad(Slot S, PagedFile &File, const PagePart &Part, LaneCall Call,
                  Purpose Why, uint64_t RequestOrder = 0);
  /// The read into the frame is over.
  void endLoad(Slot S, uint32_t Valid);

  void pin(Slot S) { ++Pages[S].Pins; }
  void unpin(Slot S);
  /// The main thread read it.
  void use(Slot S);
  /// The main thread reads it itself while it is on its way.
  void useComing(Slot S) {
    if (!Pages[S].EverUsed)
      countUse(Pages[S]);
  }
  /// Counts pages of File as used that other processes have read.
  void noteUsesByOthers(const PagedFile &File);
  /// The call will read it: protects it as prefetched pages are.
  void expect(Slot S, LaneCall Call, uint64_t RequestOrder);
  /// The queued request of RequestOrder will: for a page that is not protected.
  void expectLater(Slot S, LaneId Lane, uint64_t RequestOrder);

  /// The call, which it was fetched for last, will not read it after all: the
  /// page is content no more, once it has come. Lookups still find it.
  void takeBack(Slot S, LaneCall Call);

  /// The pages of File that lookups find.
  std::vector<Slot> pagesOf(const PagedFile &File) const;
  /// Counts an unused prefetched page, which is about to be dropped, as one
  /// that the main thread is to find in the operating system's memory, now or
  /// when it has come. False for others.
  bool leaveToSystem(Slot S);
  void drop(Slot S);
  /// These bytes are not to be used any more. False if there are no others.
  bool spoil(Slot S, ByteRange Written);
  /// Drops the pages of File that Which says; gives their number.
  template <class WhichFn> size_t dropIf(PagedFile &File, WhichFn Which) {
    size_t Dropped = 0;
    for (Slot S = 1; S <= Touched && File.LinkedPages != 0; ++S)
      if (Pages[S].Linked && Pages[S].File == &File && Which(S)) {
        drop(S);
        ++Dropped;
      }
    return Dropped;
  }

  /// Prefetched pages whose call the main thread has passed are content no
  /// more: at the LRU end until the first whose call is still to come. Nor are
  /// those kept for requests before FirstOrder.
  void retirePassed(uint64_t FirstOrder) { Order.retirePassed(FirstOrder); }
  /// The same for all pages that were fetched or kept for the lane: what it
  /// knew has ended.
  void retireAll(LaneId Lane);
  /// Drops what was fetched, has come and was never used, but for what other
  /// processes want.
  void dropUnused();

private:
  Slot recycle();
  void unlink(Slot S);
  void release(Slot S);
  void countUse(Page &P);
  size_t filled() const { return Touched - FreeCount; }
  bool dropOne();
  Slot unused(EvictionPolicy &Policy);
  Slot evict(Slot S, bool ForPrefetch);
  void count(const Page &P, Counter C);
  uint64_t &ghost(const PagedFile *File, uint64_t Index);

  const Delivery How;
  const PageGrid Grid;
  PageIndex Pages;
  PageOrder Order{Pages};
  size_t MostFilled; ///< Pages.slots() unless limit() says less.
  std::unique_ptr<FrameStore> Store;
  bool Asked = false; ///< For the memory.
  std::byte *Frames = nullptr;
  FrameHeader *Headers = nullptr; ///< Of slot 1 on.
  Slot Touched = 0;               ///< Slots above it have never been used.
  Slot FirstFree = 0;
  size_t FreeCount = 0; ///< From FirstFree on.
  PageTags Recycled;    ///< Of the store.
  uint64_t FirstUses = 0;
  uint64_t Wasted = 0;
  std::array<uint64_t, MostLanes> Generations{};
  std::array<SourceStatistics *, MostLanes> Counts{};
  /// Hashes of used pages that were evicted to make room for prefetched ones.
  std::array<uint64_t, 1024> Ghosts{};
};

} // namespace foreslice

#endif // FORESLICE_PAGES_PAGEPOOL_H
