//===- PageOrder.h - the order in which pages make room -------------------===//
//
// Ready pages that lookups find are in one of three lists, in LRU order: pure
// prefetch content, pages fetched for other processes, and pages that were used
// or whose call has passed. Used pages with a queued request may be ordered by
// the request instead. Not thread-safe: the cache's mutex guards the object.
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
  /// Headers of the frames, from slot 1 on. Before the first page.
  void setHeaders(FrameHeader *First) { Headers = First; }

  /// Pure prefetch content in pages, pages on their way included.
  size_t content() const { return Content; }
  /// Pages of content() that have come.
  size_t readyContent() const { return ReadyContent; }
  /// Pages that other processes have not read yet.
  size_t owed() const { return Owed; }

  // The life of a page
  // ------------------

  /// The page is on its way, as content or for other processes.
  void expect(const Page &P);
  /// The page is content from now on, or no longer. Not while the page has a
  /// place.
  void setPure(Page &P, bool Pure);
  /// No other process is owed the page any more.
  void forgive(Page &P);
  /// Gives a ready page a place: the newest of a list.
  void enter(Slot S);
  void leave(Slot S);
  /// Makes a page with a place the oldest of the list.
  void goFirst(Slot S);
  /// Makes a page with a place the first to make room, and no longer content.
  void retire(Slot S);
  /// Retires prefetched pages whose call the main thread has passed, from the
  /// oldest to the first page with a call to come, and pages kept for requests
  /// before FirstOrder.
  void retirePassed(uint64_t FirstOrder);
  /// Retires the pages of the lane, whose requests are unknown from now on.
  void retireAll(LaneId Lane);

  // Which page makes room
  // ---------------------

  /// Whether used pages are kept by their queued requests. Otherwise only the
  /// past counts.
  void followFuture(bool Yes);
  bool followsFuture() const { return FollowsFuture; }
  /// The oldest unpinned used page; 0 if there is none. Pages that other
  /// processes will read get a second chance, but for the last.
  Slot oldestUsed();
  Slot oldestPrefetched() { return oldestUnwanted(Prefetched); }
  /// The oldest used page, of the first few, that is unpinned and that Spares
  /// does not keep; 0 if Spares keeps all.
  template <class SparesFn> Slot oldestUsedBut(SparesFn Spares) {
    settleOwed();
    return oldestBut(Used, Spares);
  }
  /// The page with the last use of all pages used after the request of Order; 0
  /// if there is none.
  Slot farthest(uint64_t Order) const;
  /// Pages that other processes have read, or have not read for long, are owed
  /// no more, and make room before the pages that this process used.
  void settleOwed();
  /// Gives a prefetched page a second chance.
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
  /// The oldest unpinned page that Spares does not keep. Kept pages get a
  /// second chance.
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
  /// Used pages with a use to come, by Page::Order.
  std::set<std::pair<uint64_t, Slot>> Expected;
  bool FollowsFuture = false;
  size_t Content = 0, ReadyContent = 0, Owed = 0;
  uint64_t Clock = 0; ///< Clock of Page::LastTouch.
};

} // namespace foreslice

#endif // FORESLICE_PAGES_PAGEORDER_H
