//===- PagePool.h - the frames and their pages ----------------------------===//
//
// A fixed number of page frames, mapped before the first prefetch. PageIndex
// finds the pages, PageOrder says which page makes room for another. Not
// thread-safe: the cache's mutex guards the pool.
//
// A dropped page is unlinked at once, so that no lookup finds the page, but the
// frame is free only when no read is under way and nobody has pinned the page.
//
// The frames may lie in a store that other processes see: others copy pages,
// and bytes that others write are not served from here any more.
//
// For kernel delivery the pool is a ledger: the operating system has the pages,
// and the frames no memory. All else is as with memory.
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

/// Reason for fetching a page.
enum class Purpose : uint8_t {
  Request,
  Again, ///< RequestQueue::Entry::Again.
  Demand,
  Others, ///< Another process of the node wants the page.
  Early,  ///< The page was fetched before MPI_Init, and is counted.
};

class PagePool {
public:
  PagePool(uint64_t CacheSize, uint64_t PageSize,
           Delivery How = Delivery::Pool);
  PagePool(const PagePool &) = delete;
  PagePool &operator=(const PagePool &) = delete;

  /// Before map(): takes the frames of this store.
  void use(std::unique_ptr<FrameStore> Frames);
  /// Reserves the memory, at the first call; the system provides memory at the
  /// first touch. False if there is none.
  bool map();
  bool mapped() const { return Headers != nullptr; }

  size_t slots() const { return Pages.slots(); }
  /// Most frames that are filled at once.
  size_t mostFilled() const { return MostFilled; }
  /// Changes mostFilled(), to one frame at least. Used pages beyond the limit
  /// are dropped, some now and one for each frame that is asked for.
  void limit(size_t Frames);
  PageGrid grid() const { return Grid; }
  /// Pure prefetch content in pages, pages on their way included.
  size_t content() const { return Order.content(); }
  /// Pages of content() that have come.
  size_t readyContent() const { return Order.readyContent(); }
  /// Whether another process of the node waits for the page to come.
  bool isAwaited(Slot S) const {
    return Pages[S].File->Share && Headers[S - 1].Waiters != 0;
  }
  /// Pages used at least once or left to the system, and pages that went
  /// unused.
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
  /// Whether the bytes are fetched, and unwritten since.
  bool serves(Slot S, const PagePart &Part) const;
  /// The bytes of the page that are fetched, as if the file did not end there.
  ByteRange fetched(Slot S) const {
    return Headers[S - 1].read(Grid.beginOf(Pages[S].Index), Grid.pageSize());
  }
  const Page &operator[](Slot S) const { return Pages[S]; }
  /// Not of a ledger.
  std::byte *frame(Slot S) const {
    std::byte *Bytes = Pages[S].TakenOver;
    return Bytes ? Bytes : Frames + (S - 1) * Grid.pageSize();
  }

  /// Whether used pages with queued requests are kept, and evicted by the next
  /// use: the farthest first. Otherwise only the past counts.
  void followFuture(bool Yes) { Order.followFuture(Yes); }
  /// Counts pages of the lane's requests in S, too.
  void countFor(LaneId Lane, SourceStatistics &S) { Counts[Lane] = &S; }

  /// A free frame, or a frame evicted for the request of RequestOrder by
  /// Policy's rules, or by the future.
  Slot acquire(EvictionPolicy &Policy, uint64_t RequestOrder);
  /// acquire() without touching prefetched pages.
  Slot acquireForDemand(EvictionPolicy &Policy);
  /// A free frame, or the frame of a page that nobody is known to need; 0 if
  /// there is none, or other processes are owed enough pages already.
  Slot acquireSpare(EvictionPolicy &Policy);
  /// Enters an acquired frame as on its way. If another process of the node has
  /// the page, or writes to the page, frees the frame and says so. Of the page
  /// only Fetched will come.
  Claim beginLoad(Slot S, PagedFile &File, const PagePart &Part, LaneCall Call,
                  Purpose Why, uint64_t RequestOrder = 0,
                  ByteRange Fetched = {});
  /// The read into the frame is over.
  void endLoad(Slot S, uint32_t Valid);

  void pin(Slot S) { ++Pages[S].Pins; }
  void unpin(Slot S);
  /// The main thread has read the page.
  void use(Slot S);
  /// The main thread itself reads a page on its way.
  void useComing(Slot S) {
    if (!Pages[S].EverUsed)
      countUse(Pages[S]);
  }
  /// Counts pages of File as used that other processes have read.
  void noteUsesByOthers(const PagedFile &File);
  /// Call will read the page: protects the page as prefetched pages are.
  void expect(Slot S, LaneCall Call, uint64_t RequestOrder);
  /// The queued request of RequestOrder will read the page: for an unprotected
  /// page.
  void expectLater(Slot S, LaneId Lane, uint64_t RequestOrder);

  /// Call, the page's latest, will not read the page after all: the page is no
  /// longer content, once loaded. Lookups still find the page.
  void takeBack(Slot S, LaneCall Call);

  /// The pages of File that lookups find.
  std::vector<Slot> pagesOf(const PagedFile &File) const;
  /// Counts an unused prefetched page, about to be dropped, as left to the
  /// operating system's memory, now or once loaded. False for other pages.
  bool leaveToSystem(Slot S);
  void drop(Slot S);
  /// The Written bytes are not to be used any more. False if no bytes are left.
  bool spoil(Slot S, ByteRange Written);
  /// Drops the pages of File that Which chooses; gives their number.
  template <class WhichFn> size_t dropIf(PagedFile &File, WhichFn Which) {
    size_t Dropped = 0;
    for (Slot S = 1; S <= Touched && File.LinkedPages != 0; ++S)
      if (Pages[S].Linked && Pages[S].File == &File && Which(S)) {
        drop(S);
        ++Dropped;
      }
    return Dropped;
  }

  /// Prefetched pages whose call the main thread has passed are no longer
  /// content: from the LRU end to the first page with a call to come. Nor are
  /// pages kept for requests before FirstOrder.
  void retirePassed(uint64_t FirstOrder) { Order.retirePassed(FirstOrder); }
  /// retirePassed() for all pages fetched or kept for the lane: the lane's
  /// knowledge has ended.
  void retireAll(LaneId Lane);
  /// Drops fetched and unused pages, but for pages that other processes want.
  void dropUnused();
  /// Drops a ready page, whose memory another pool has from now on.
  std::byte *handOver(Slot S);
  /// The bytes of the page on its way are Bytes of another pool.
  void takeOver(Slot S, std::byte *Bytes) { Pages[S].TakenOver = Bytes; }

private:
  Slot recycle();
  void unlink(Slot S);
  void release(Slot S);
  void forgetMemory(Page &P) const;
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
  bool Asked = false; ///< Whether map() was called.
  std::byte *Frames = nullptr;
  FrameHeader *Headers = nullptr; ///< From slot 1 on.
  Slot Touched = 0;               ///< Higher slots have never been used.
  Slot FirstFree = 0;
  size_t FreeCount = 0; ///< From FirstFree on.
  PageTags Recycled;    ///< The store's set.
  uint64_t FirstUses = 0;
  uint64_t Wasted = 0;
  std::array<uint64_t, MostLanes> Generations{};
  std::array<SourceStatistics *, MostLanes> Counts{};
  /// Hashes of used pages that were evicted to make room for prefetched ones.
  std::array<uint64_t, 1024> Ghosts{};
};

} // namespace foreslice

#endif // FORESLICE_PAGES_PAGEPOOL_H
