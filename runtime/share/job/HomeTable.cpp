//===- HomeTable.cpp - a home's table of pages and copies -----------------===//
//
// See HomeTable.h.
//
//===----------------------------------------------------------------------===//

#include "share/job/HomeTable.h"

#include <algorithm>
#include <map>

using namespace foreslice;

int HomeTable::look(JobFileId File, uint64_t Page, uint64_t Generation,
                    int Asker, int Lost, std::vector<Surplus> &Out) {
  ++Clock;
  auto [At, New] = Files[File].try_emplace(Page, Entry{Generation, Asker});
  Entry &E = At->second;
  Count += New;
  std::erase_if(E.Holders,
                [&](const Holder &H) { return sameNode(H.Rank, Asker); });
  E.Holders.push_back({Asker, Clock});
  if (E.Generation < Generation || E.Owner == NoRank || E.Owner == Lost ||
      sameNode(E.Owner, Asker)) {
    E.Owner = Asker;
    E.Generation = Generation;
    E.OwnedSince = Clock;
  }
  int From = Lost == NoRank ? sourceFor(E) : E.Owner;
  if (E.Number == 0) {
    E.Number = Clock;
    Order.push_back({File, Page, Clock});
    makeRoom(Out);
  }
  return From;
}

/// The rank from which the last holder is to get the page. Holders make a tree,
/// each below an earlier asker.
int HomeTable::sourceFor(const Entry &E) const {
  auto First =
      std::ranges::lower_bound(E.Holders, E.OwnedSince, {}, &Holder::Since);
  auto Others = static_cast<size_t>(E.Holders.end() - First) - 1;
  return Others == 0
             ? E.Owner
             : First[static_cast<std::ptrdiff_t>((Others - 1) / CopiesOfEach)]
                   .Rank;
}

/// The entry of the place; null if the entry has moved on.
HomeTable::Entry *HomeTable::at(const Place &P) {
  auto It = Files.find(P.File);
  if (It == Files.end())
    return nullptr;
  auto Found = It->second.find(P.Page);
  bool Its = Found != It->second.end() && Found->second.Number == P.Number;
  return Its ? &Found->second : nullptr;
}

/// Drops one page for a new page, as a drop takes a while.
void HomeTable::makeRoom(std::vector<Surplus> &Out) {
  if (Order.size() > 2 * Capacity)
    std::erase_if(Order, [&](const Place &P) { return !at(P); });
  while (Count > Capacity && !Order.empty()) {
    Place Oldest = Order.front();
    if (Oldest.Number == Clock)
      return; // all others are already to be dropped
    Order.pop_front();
    Entry *E = at(Oldest);
    if (!E)
      continue;
    E->Number = 0;
    Out.push_back({Oldest.File, Oldest.Page,
                   drop(Oldest.File, Oldest.Page, Oldest.Page, NoRank)});
    return;
  }
}

template <class VisitFn>
void HomeTable::visit(JobFileId File, uint64_t First, uint64_t Last,
                      VisitFn Visit) {
  auto It = Files.find(File);
  if (It == Files.end())
    return;
  Map &Pages = It->second;
  auto Next = [&](Map::iterator Found) {
    Visit(Found->second);
    if (!Found->second.Holders.empty())
      return std::next(Found);
    --Count;
    return Pages.erase(Found);
  };
  if (Last - First < Pages.size()) {
    for (uint64_t Page = First; Page <= Last; ++Page)
      if (auto At = Pages.find(Page); At != Pages.end())
        Next(At);
    return;
  }
  for (auto At = Pages.begin(); At != Pages.end();) {
    bool Named = First <= At->first && At->first <= Last;
    At = Named ? Next(At) : std::next(At);
  }
}

HomeTable::Copies HomeTable::drop(JobFileId File, uint64_t First, uint64_t Last,
                                  int Writer) {
  Copies Out{{}, Clock};
  std::map<int, int> RankOfNode; // one for each node will do
  visit(File, First, Last, [&](Entry &E) {
    E.Owner = NoRank;
    for (const Holder &H : E.Holders)
      if (!sameNode(H.Rank, Writer))
        RankOfNode.try_emplace(nodeOf(H.Rank), H.Rank);
  });
  for (auto [Node, Rank] : RankOfNode)
    Out.Holders.push_back(Rank);
  return Out;
}

void HomeTable::dropped(JobFileId File, uint64_t First, uint64_t Last,
                        int Writer, uint64_t Until) {
  visit(File, First, Last, [&](Entry &E) {
    std::erase_if(E.Holders, [&](const Holder &H) {
      return H.Since <= Until && !sameNode(H.Rank, Writer);
    });
  });
}

void HomeTable::forget(JobFileId File) {
  if (auto It = Files.find(File); It != Files.end()) {
    Count -= It->second.size();
    Files.erase(It);
  }
}
