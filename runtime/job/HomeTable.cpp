//===- HomeTable.cpp - what a home knows of pages -------------------------===//
//
// See HomeTable.h.
//
//===----------------------------------------------------------------------===//

#include "job/HomeTable.h"

#include <algorithm>

using namespace foreslice;

size_t HomeTable::Hash::operator()(const Key &K) const {
  uint64_t X = K.File * 0x9E3779B97F4A7C15u;
  X = (X ^ K.Page) * 0xBF58476D1CE4E5B9u;
  return X ^ (X >> 32);
}

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
  auto [At, New] =
      Pages.try_emplace({File, Page}, Entry{Generation, Asker, {}});
  Entry &E = At->second;
  if (New)
    Order.push_back(At->first);
  addHolder(E.Holders, Asker);
  if (E.Generation < Generation || E.Owner == Lost ||
      sameNode(E.Owner, Asker)) {
    E.Owner = Asker;
    E.Generation = Generation;
  }
  int Owner = E.Owner;
  if (New)
    makeRoom(Out);
  return Owner;
}

void HomeTable::makeRoom(std::vector<Forgotten> &Out) {
  // What was dropped leaves its place in the order behind.
  while (Pages.size() > Capacity || Order.size() > 2 * Capacity) {
    Key K = Order.front();
    Order.pop_front();
    auto At = Pages.find(K);
    if (At == Pages.end())
      continue;
    Out.push_back({K.File, K.Page, std::move(At->second.Holders)});
    Pages.erase(At);
  }
}

std::vector<int> HomeTable::drop(JobFileId File, uint64_t First, uint64_t Last,
                                 int Writer) {
  std::vector<int> Holders;
  auto Drop = [&](Map::iterator At) {
    for (int Rank : At->second.Holders)
      if (!sameNode(Rank, Writer))
        addHolder(Holders, Rank);
    return Pages.erase(At);
  };
  if (Last - First < Pages.size()) {
    for (uint64_t Page = First; Page <= Last; ++Page)
      if (auto At = Pages.find({File, Page}); At != Pages.end())
        Drop(At);
    return Holders;
  }
  for (auto At = Pages.begin(); At != Pages.end();) {
    bool Named = At->first.File == File && First <= At->first.Page &&
                 At->first.Page <= Last;
    At = Named ? Drop(At) : std::next(At);
  }
  return Holders;
}

void HomeTable::forget(JobFileId File) {
  std::erase_if(Pages, [&](const auto &P) { return P.first.File == File; });
  std::erase_if(Order, [&](const Key &K) { return K.File == File; });
}
