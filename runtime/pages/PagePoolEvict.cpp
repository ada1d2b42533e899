//===- PagePoolEvict.cpp - which frame is filled next ---------------------===//
//
// A free one, an untouched one, or that of the page that is needed least.
//
//===----------------------------------------------------------------------===//

#include "pages/PageHash.h"
#include "pages/PagePool.h"

#include <algorithm>

using namespace foreslice;

/// What nobody has read while so many times the pool's pages came is not
/// wanted.
static constexpr uint64_t LongAgo = 4;
/// Of the pool one part in so many is for other processes, at most.
static constexpr size_t OwedShare = 16;
/// Pages spared in a row because other processes want them.
static constexpr unsigned MostSpared = 16;

Slot PagePool::oldestUnpinned(const List &L) const {
  Slot S = L.Oldest;
  while (S && Pages[S].Pins != 0)
    S = Pages[S].Newer;
  return S;
}

/// The oldest page that nobody has pinned and Spare does not want to keep, of
/// the first few; 0 if it wants all. What it keeps gets a second chance.
template <class SpareFn> Slot PagePool::oldestBut(List &L, SpareFn Spare) {
  for (unsigned Spared = 0; Spared < MostSpared; ++Spared) {
    Slot S = oldestUnpinned(L);
    if (!S || !Spare(S))
      return S;
    unlist(L, S);
    pushNewest(L, S);
  }
  return 0;
}

/// Pages that other processes will read get a second chance, but the last.
Slot PagePool::oldestUnwanted(List &L) {
  Slot S = oldestBut(L, [&](Slot S) {
    return Headers[S - 1].Wanted.exchange(false, std::memory_order_relaxed);
  });
  return S ? S : oldestUnpinned(L);
}

/// Nothing is owed any more of what other processes have read, or have not for
/// long. It goes before what this one used.
void PagePool::settleOwed() {
  Slot Next = ForOthers.Oldest;
  for (unsigned Seen = 0; Next && Seen < MostSpared; ++Seen) {
    Slot S = Next;
    Next = Pages[S].Newer;
    if (!Headers[S - 1].UsedByOthers &&
        Clock - Pages[S].LastTouch < LongAgo * SlotCount)
      continue;
    delist(S);
    forgive(Pages[S]);
    Headers[S - 1].Wanted = false;
    pushOldest(Used, S);
  }
}

Slot PagePool::oldestUsed() {
  settleOwed();
  return oldestUnwanted(Used);
}

/// One of the used pages.
bool PagePool::dropOne() {
  Slot S = oldestUsed();
  if (S)
    drop(S);
  return S != 0;
}

void PagePool::limit(size_t Frames) {
  MostFilled = std::clamp<size_t>(Frames, 1, SlotCount);
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
  if (Touched == SlotCount)
    return 0;
  Slot S = Policy.prefersUsed(Touched, Store->refetches()) ? recycle() : 0;
  return S ? S : ++Touched;
}

/// Other processes will read it or have, as far as is known: those that are
/// behind will, too.
bool PagePool::isForOthers(Slot S) const {
  return Store->isForOthers(S - 1, *Pages[S].File, Pages[S].Index);
}

/// The frame of a used page that nobody is known to need, in place of one that
/// was never touched; 0 if there is none.
Slot PagePool::recycle() {
  settleOwed();
  Slot S = oldestBut(Used, [&](Slot S) { return isForOthers(S); });
  if (const Page &P = Pages[S]; S && P.File->OpenedAs && P.EverUsed)
    Recycled.add(P.File->OpenedAs, P.Index);
  return evict(S, false);
}

Slot PagePool::acquireForDemand(EvictionPolicy &Policy) {
  if (Slot S = unused(Policy))
    return S;
  return evict(oldestUsed(), false);
}

Slot PagePool::acquireSpare(EvictionPolicy &Policy) {
  settleOwed();
  if (OwedCount >= SlotCount / OwedShare)
    return 0;
  if (Slot S = unused(Policy))
    return S;
  return evict(Policy.mayEvict(Content) ? oldestUnwanted(Used) : 0, true);
}

/// Of the pages that are used again after the request of Order the one that is
/// so last; 0 if there is none.
Slot PagePool::farthest(uint64_t Order) const {
  for (auto I = Expected.rbegin(); I != Expected.rend() && I->first > Order;
       ++I)
    if (Pages[I->second].Pins == 0)
      return I->second;
  return 0;
}

Slot PagePool::acquire(EvictionPolicy &Policy, uint64_t Order) {
  if (Slot S = unused(Policy))
    return S;
  Slot OldUsed = oldestUsed();
  if (FollowsFuture) {
    Slot S = 0;
    if (OldUsed)
      S = Policy.mayEvict(Content) ? OldUsed : 0;
    else if (Policy.isUrgent(Content))
      S = farthest(Order);
    if (!S)
      Policy.putOff(Content);
    return evict(S, true);
  }
  Slot OldPrefetched = oldestUnwanted(Prefetched);
  if (!OldPrefetched ||
      (OldUsed && Pages[OldUsed].LastTouch < Pages[OldPrefetched].LastTouch))
    return evict(OldUsed, true);
  EvictionPolicy::Victim V = Policy.prefetchedAtLruEnd(Content, OldUsed != 0);
  if (V == EvictionPolicy::Victim::Prefetched)
    return evict(OldPrefetched, true);
  unlist(Prefetched, OldPrefetched);
  pushNewest(Prefetched, OldPrefetched);
  return V == EvictionPolicy::Victim::Used ? evict(OldUsed, true) : 0;
}

/// Gives the frame of S, which nobody has pinned; 0 for 0.
Slot PagePool::evict(Slot S, bool ForPrefetch) {
  if (!S)
    return 0;
  Page &P = Pages[S];
  if (ForPrefetch && P.EverUsed)
    ghost(P.File, P.Index) = hashOf(P.File, P.Index);
  unlink(S);
  P.Is = Page::State::Free;
  return S;
}
