//===- PageOrder.h - in which order pages make room -----------------------===//
//
// Ready pages that lookups find are in one of three lists, in LRU order: pure
// prefetch content, pages that were fetched for other processes, and pages that
// were used or whose call has passed. Used pages of which the next request is
// queued may be kept by that instead. Not thread-safe: the mutex of the cache
// guards the object.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PAGES_PAGEORDER_H
#define FORESLICE_PAGES_PAGEORDER_H

#include "pages/FrameHeader.h"
#include "pages/PageIndex.h"

#include <set>

namespace foreslice {

class PageOrder {
public:
  explicit PageOrder(PageIndex &Pages) : Pages(Pages) {}
  /// Of the frames, slot 1's first. Before the first page.
  void setHeaders(FrameHeader *First) { Headers = First; }

  /// Pure prefetch content in pages, with pages that are on their way.
  size_t content() const { return Content; }
  /// Pages of the content that have come.
  size_t readyContent() const { return ReadyContent; }
  /// Pages that other processes have not read yet.
  size_t owed() const { return Owed; }

  // The life of a page
  // ------------------

  /// The page is on its way, as content or for other processes.
  void expect(const Page &P);
  /// The page is content from now on, or no more. Not while the page has a
  /// place.
  void setPure(Page &P, bool Pure);
  /// No other process is owed the page any more.
  void forgive(Page &P);
  /// A page that is ready takes its place: the newest one of its list.
  void enter(Slot S);
  void leave(Slot S);
  /// A page with a place becomes the oldest one of its list.
  void goFirst(Slot S);
  /// A page with a place is content no more, and the first to make room.
  void retire(Slot S);
  /// Retires prefetched pages whose call the main thread has passed, from the
  /// oldest to the first whose call is still to come, and pages that are kept
  /// for requests before FirstOrder.
  void retirePassed(uint64_t FirstOrder);
  /// Retires the pages of the lane, whose requests are not known any more.
  void retireAll(LaneId Lane);

  // Which page makes room
  // ---------------------

  /// Whether used pages are kept by the requests that are queued for them.
  /// Otherwise only the past counts.
  void followFuture(bool Yes);
  bool followsFuture() const { return FollowsFuture; }
  /// Of pages that nobody has pinned; 0 if there is none. A page that other
  /// processes will read gets a second chance, but the last.
  Slot oldestUsed();
  Slot oldestPrefetched() { return oldestUnwanted(Prefetched); }
  /// The oldest used page that nobody has pinned and Spares does not want to
  /// keep, of the first few; 0 if Spares wants all.
  template <class SparesFn> Slot oldestUsedBut(SparesFn Spares) {
    settleOwed();
    return oldestBut(Used, Spares);
  }
  /// Of the pages that are used again after the request of Order, the last one;
  /// 0 if there is none.
  Slot farthest(uint64_t Order) const;
  /// Nothing is owed any more of what other processes have read, or have not
  /// for long: such pages make room before pages that this process used.
  void settleOwed();
  /// A prefetched page gets a second chance.
  void spare(Slot S);

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
  template <class WhichFn> void forgetFuture(WhichFn Which);
  Slot oldestUnpinned(const List &L) const;
  Slot oldestUnwanted(List &L);
  /// What is spared gets a second chance.
  template <class SparesFn> Slot oldestBut(List &L, SparesFn Spares) {
    for (unsigned Spared = 0; Spared < MostSpared; ++Spared) {
      Slot S = oldestUnpinned(L);
      if (!S || !Spares(S))
        return S;
      unlist(L, S);
      pushNewest(L, S);
    }
    return 0;
  }

  /// Pages spared in a row because other processes want them.
  static constexpr unsigned MostSpared = 16;

  PageIndex &Pages;
  FrameHeader *Headers = nullptr;
  List Prefetched, ForOthers, Used;
  /// Used pages that are to be used again, by Page::Order.
  std::set<std::pair<uint64_t, Slot>> Expected;
  bool FollowsFuture = false;
  size_t Content = 0, ReadyContent = 0, Owed = 0;
  uint64_t Clock = 0; ///< Of Page::LastTouch.
};

} // namespace foreslice

#endif // FORESLICE_PAGES_PAGEORDER_H
