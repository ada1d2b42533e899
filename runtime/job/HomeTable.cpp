//===- HomeTable.cpp - what a home knows of pages -------------------------===//
//
// See HomeTable.h.
//
//===----------------------------------------------------------------------===//

#include "job/HomeTable.h"

#include <algorithm>

using namespace foreslice;

void HomeTable::addHolder(std::vector<int> &Holders, int Rank) const {
  auto Known = std::ranges::find_if(
      Holders, [&](int Other) { return sameNode(Other, Rank); });
  if (Known != Holders.end())
    *Known = Rank;
  else
    Holders.push_back(Rank);
}

int HomeTable::look(JobFileId File, uint64_t Page, uint64_t Generation,
                    int Asker, int Lost, std::vector<Forgotten> &Out) {
  auto [At, New] = Files[File].try_emplace(Page, Entry{Generation, Asker, {}});
  Entry &E = At->second;
  addHolder(E.Holders, Asker);
  if (E.Generation < Generation || E.Owner == NoRank || E.Owner == Lost ||
      sameNode(E.Owner, Asker)) {
    E.Owner = Asker;
    E.Generation = Generation;
  }
  int Owner = E.Owner;
  if (New) {
    ++Count;
    Order.emplace_back(File, Page);
    makeRoom(Out);
  }
  return Owner;
}

void HomeTable::makeRoom(std::vector<Forgotten> &Out) {
  // What was dropped leaves its place in the order behind.
  while (Count > Capacity || Order.size() > 2 * Capacity) {
    auto [File, Page] = Order.front();
    Order.pop_front();
    auto Of = Files.find(File);
    if (Of == Files.end())
      continue;
    auto At = Of->second.find(Page);
    if (At == Of->second.end())
      continue;
    Out.push_back({File, Page, std::move(At->second.Holders)});
    Of->second.erase(At);
    --Count;
  }
}

std::vector<int> HomeTable::drop(JobFileId File, uint64_t First, uint64_t Last,
                                 int Writer) {
  std::vector<int> Holders;
  auto Of = Files.find(File);
  if (Of == Files.end())
    return Holders;
  Map &Pages = Of->second;
  auto Drop = [&](Map::iterator At) {
    Entry &E = At->second;
    E.Owner = NoRank;
    std::erase_if(E.Holders, [&](int Rank) {
      if (sameNode(Rank, Writer))
        return false;
      addHolder(Holders, Rank);
      return true;
    });
    if (!E.Holders.empty())
      return std::next(At);
    --Count;
    return Pages.erase(At);
  };
  if (Last - First < Pages.size()) {
    for (uint64_t Page = First; Page <= Last; ++Page)
      if (auto At = Pages.find(Page); At != Pages.end())
        Drop(At);
    return Holders;
  }
  for (auto At = Pages.begin(); At != Pages.end();) {
    bool Named = First <= At->first && At->first <= Last;
    At = Named ? Drop(At) : std::next(At);
  }
  return Holders;
}

void HomeTable::forget(JobFileId File) {
  if (auto Of = Files.find(File); Of != Files.end()) {
    Count -= Of->second.size();
    Files.erase(Of);
  }
}
