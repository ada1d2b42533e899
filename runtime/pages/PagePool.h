//===- PagePool.h - the frames and what is in them ------------------------===//
//
// A fixed number of page frames, mapped before the first prefetch, with a hash
// table by (file, page) and lists in LRU order: pure prefetch content, what was
// fetched for other processes, and pages that were used (or whose call has
// passed). Used pages may also be kept
// by when they will be used next. Not thread-safe: the cache's mutex guards it.
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
#include "storage/Delivery.h"

#include <array>
#include <memory>
#include <set>
#include <vector>

namespace foreslice {

/// The number of a frame; 0 is none.
using Slot = uint32_t;

struct Page {
  enum class State : uint8_t { Free, Loading, Ready };

  PagedFile *File;
  uint64_t Index;      ///< In the file, in pages.
  uint64_t CallId;     ///< The latest call that the page was fetched for.
  uint64_t LastTouch;  ///< The pool's clock: orders the two lists.
  uint64_t Generation; ///< Of the lane, when it was last asked for.
  /// RequestQueue::Entry::Order of the request that it was fetched for or, if
  /// it was used, of the next one, which is queued; 0 if none is.
  uint64_t Order;
  uint32_t Valid; ///< Bytes that the file had in it.
  uint32_t Pins;
  Slot Newer, Older; ///< Neighbours in its list; Older in the free list too.
  Slot HashNext;
  State Is;
  LaneId Lane;   ///< Whose request CallId or Order is.
  bool Linked;   ///< Lookups find it.
  bool Pure;     ///< Counts as pure prefetch content.
  bool EverUsed; ///< Since it was fetched.
  bool Again;    ///< The request was RequestQueue::Entry::Again.
  /// It was fetched for another process, which has not read it yet, and no call
  /// of this one is known to need it.
  bool Owed;
};

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
  ~PagePool();
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

  size_t slots() const { return SlotCount; }
  /// Frames that are filled at once, at most.
  size_t mostFilled() const { return MostFilled; }
  /// Changes that, to one frame at least. Used pages beyond it are dropped, one
  /// part now and one for each frame that is asked for.
  void limit(size_t Frames);
  PageGrid grid() const { return Grid; }
  /// Pure prefetch content in pages, those on their way included.
  size_t content() const { return Content; }
  /// Those of them that have come.
  size_t readyContent() const { return ReadyContent; }
  /// Whether another process of the node waits for the page to come.
  bool isAwaited(Slot S) const {
    return Pages[S].File->Share && Headers[S - 1].Waiters != 0;
  }
  /// Pages that were used at least once, and that went without.
  uint64_t firstUses() const { return FirstUses; }
  uint64_t wasted() const { return Wasted; }

  Slot find(const PagedFile &File, uint64_t Index) const;
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
  void followFuture(bool Yes);
  /// Counts what comes of the lane's requests there, too.
  void countFor(LaneId Lane, SourceStatistics &S) { Counts[Lane] = &S; }

  /// A free frame, or one that had to be evicted for it after Policy's rules,
  /// or by the future, for the request of Order.
  Slot acquire(EvictionPolicy &Policy, uint64_t Order);
  /// The same without touching prefetched pages.
  Slot acquireForDemand(EvictionPolicy &Policy);
  /// A free frame, or one whose page nobody is known to need; 0 if there is
  /// none, or other processes are owed enough pages already.
  Slot acquireSpare(EvictionPolicy &Policy);
  /// Enters an acquired frame as on its way. If another process of the node has
  /// the page, or writes to it, the frame is free again and that is said.
  Claim beginLoad(Slot S, PagedFile &File, const PagePart &Part, LaneCall Call,
                  Purpose Why, uint64_t Order = 0);
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
  void expect(Slot S, LaneCall Call, uint64_t Order);
  /// The queued request of Order will: for a page that is not protected.
  void expectLater(Slot S, LaneId Lane, uint64_t Order);

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
  void retirePassed(uint64_t FirstOrder);
  /// The same for all pages that were fetched or kept for the lane: what it
  /// knew has ended.
  void retireAll(LaneId Lane);
  /// Drops what was fetched, has come and was never used, but for what other
  /// processes want.
  void dropUnused();

private:
  struct List {
    Slot Newest = 0;
    Slot Oldest = 0;
  };
  List &listOf(const Page &P) {
    return P.Pure ? Prefetched : P.Owed ? ForOthers : Used;
  }
  void pushNewest(List &L, Slot S);
  void pushOldest(List &L, Slot S);
  void unlist(List &L, Slot S);
  void enlist(Slot S);
  void delist(Slot S);
  template <class WhichFn> void forgetFuture(WhichFn Which);
  Slot farthest(uint64_t Order) const;
  Slot oldestUnpinned(const List &L) const;
  template <class SpareFn> Slot oldestBut(List &L, SpareFn Spare);
  Slot oldestUnwanted(List &L);
  void settleOwed();
  Slot oldestUsed();
  bool isForOthers(Slot S) const;
  Slot recycle();
  Slot &bucket(const PagedFile *File, uint64_t Index) const;
  void unlink(Slot S);
  void release(Slot S);
  void retire(Slot S);
  void forgive(Page &P);
  void countUse(Page &P);
  size_t filled() const { return Touched - FreeCount; }
  bool dropOne();
  Slot unused(EvictionPolicy &Policy);
  Slot evict(Slot S, bool ForPrefetch);
  void count(const Page &P, Counter C);
  uint64_t &ghost(const PagedFile *File, uint64_t Index);

  const Delivery How;
  const PageGrid Grid;
  const size_t SlotCount;
  const size_t BucketCount;
  size_t MostFilled; ///< SlotCount unless limit() says less.
  std::unique_ptr<FrameStore> Store;
  bool Asked = false; ///< For the memory.
  std::byte *Frames = nullptr;
  FrameHeader *Headers = nullptr; ///< Of slot 1 on.
  Page *Pages = nullptr;          ///< 1 to SlotCount; zero until touched.
  Slot *Buckets = nullptr;
  Slot Touched = 0; ///< Slots above it have never been used.
  Slot FirstFree = 0;
  size_t FreeCount = 0;             ///< From FirstFree on.
  List Prefetched, ForOthers, Used; ///< Ready and linked pages.
  /// Those of them that were used and are to be used again, by Page::Order.
  std::set<std::pair<uint64_t, Slot>> Expected;
  bool FollowsFuture = false;
  PageTags Recycled; ///< Of the store.
  size_t Content = 0;
  size_t ReadyContent = 0;
  size_t OwedCount = 0;
  uint64_t FirstUses = 0;
  uint64_t Wasted = 0;
  uint64_t Clock = 0;
  std::array<uint64_t, MostLanes> Generations{};
  std::array<SourceStatistics *, MostLanes> Counts{};
  /// Hashes of used pages that were evicted to make room for prefetched ones.
  std::array<uint64_t, 1024> Ghosts{};
};

} // namespace foreslice

#endif // FORESLICE_PAGES_PAGEPOOL_H
