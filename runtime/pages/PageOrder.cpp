//===- PageOrder.cpp - the order in which pages make room -----------------===//
//
// See PageOrder.h.
//
//===----------------------------------------------------------------------===//

#include "pages/PageOrder.h"

#include <vector>

using namespace foreslice;

/// A page unread while LongAgo times the pool's pages came is not wanted.
static constexpr uint64_t LongAgo = 4;

void PageOrder::pushNewest(List &L, Slot S) {
  Pages[S].Newer = 0;
  Pages[S].Older = L.Newest;
  (L.Newest ? Pages[L.Newest].Newer : L.Oldest) = S;
  L.Newest = S;
  Pages[S].LastTouch = ++Clock;
}

void PageOrder::pushOldest(List &L, Slot S) {
  Pages[S].Older = 0;
  Pages[S].Newer = L.Oldest;
  (L.Oldest ? Pages[L.Oldest].Older : L.Newest) = S;
  L.Oldest = S;
}

void PageOrder::unlist(List &L, Slot S) {
  Page &P = Pages[S];
  (P.Newer ? Pages[P.Newer].Older : L.Newest) = P.Older;
  (P.Older ? Pages[P.Older].Newer : L.Oldest) = P.Newer;
}

//===----------------------------------------------------------------------===//
// The life of a page
//===----------------------------------------------------------------------===//

void PageOrder::expect(const Page &P) {
  Content += P.Pure;
  Owed += P.Owed;
}

void PageOrder::setPure(Page &P, bool Pure) {
  Content += Pure;
  Content -= P.Pure;
  P.Pure = Pure;
}

void PageOrder::forgive(Page &P) {
  Owed -= P.Owed;
  P.Owed = false;
}

void PageOrder::enter(Slot S) {
  const Page &P = Pages[S];
  ReadyContent += P.Pure;
  if (!P.Pure && P.Order != 0)
    Expected.emplace(P.Order, S);
  else
    pushNewest(listOf(P), S);
}

void PageOrder::leave(Slot S) {
  const Page &P = Pages[S];
  ReadyContent -= P.Pure;
  if (!P.Pure && P.Order != 0)
    Expected.erase({P.Order, S});
  else
    unlist(listOf(P), S);
}

void PageOrder::goFirst(Slot S) {
  List &L = listOf(Pages[S]);
  unlist(L, S);
  pushOldest(L, S);
}

void PageOrder::retire(Slot S) {
  leave(S);
  setPure(Pages[S], false);
  Pages[S].Order = Pages[S].LastTouch = 0;
  pushOldest(Used, S);
}

void PageOrder::retirePassed(uint64_t FirstOrder) {
  while (!Expected.empty() && Expected.begin()->first < FirstOrder)
    retire(Expected.begin()->second);
  while (Slot S = Prefetched.Oldest) {
    const Page &P = Pages[S];
    if (!P.File->isOver(P.Lane, P.CallId))
      return;
    retire(S);
  }
}

void PageOrder::retireAll(LaneId Lane) {
  forgetFuture([Lane](const Page &P) { return P.Lane == Lane; });
  for (Slot S = Prefetched.Oldest, Next; S; S = Next) {
    Next = Pages[S].Newer;
    if (Pages[S].Lane == Lane)
      retire(S);
  }
}

//===----------------------------------------------------------------------===//
// Which page makes room
//===----------------------------------------------------------------------===//

void PageOrder::followFuture(bool Yes) {
  FollowsFuture = Yes;
  if (!Yes)
    forgetFuture([](const Page &) { return true; });
}

/// The page with the next use shall be evicted last.
template <class WhichFn> void PageOrder::forgetFuture(WhichFn Which) {
  std::vector<Slot> Found;
  for (auto I = Expected.rbegin(); I != Expected.rend(); ++I)
    if (Which(Pages[I->second]))
      Found.push_back(I->second);
  for (Slot S : Found) {
    leave(S);
    Pages[S].Order = 0;
    enter(S);
  }
}

Slot PageOrder::oldestUnpinned(const List &L) const {
  Slot S = L.Oldest;
  while (S && Pages[S].Pins != 0)
    S = Pages[S].Newer;
  return S;
}

Slot PageOrder::oldestUnwanted(List &L) {
  Slot S = oldestBut(L, [&](Slot S) {
    return Headers[S - 1].Wanted.exchange(false, std::memory_order_relaxed);
  });
  return S ? S : oldestUnpinned(L);
}

Slot PageOrder::oldestUsed() {
  settleOwed();
  return oldestUnwanted(Used);
}

Slot PageOrder::farthest(uint64_t Order) const {
  for (auto I = Expected.rbegin(); I != Expected.rend() && I->first > Order;
       ++I)
    if (Pages[I->second].Pins == 0)
      return I->second;
  return 0;
}

void PageOrder::settleOwed() {
  Slot Next = ForOthers.Oldest;
  for (unsigned Seen = 0; Next && Seen < MostSpared; ++Seen) {
    Slot S = Next;
    Next = Pages[S].Newer;
    if (!Headers[S - 1].UsedByOthers &&
        Clock - Pages[S].LastTouch < LongAgo * Pages.slots())
      continue;
    leave(S);
    forgive(Pages[S]);
    Headers[S - 1].Wanted = false;
    pushOldest(Used, S);
  }
}

void PageOrder::spare(Slot S) {
  unlist(Prefetched, S);
  pushNewest(Prefetched, S);
}
