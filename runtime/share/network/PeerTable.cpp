//===- PeerTable.cpp - the ranks that a messenger can talk to -------------===//
//
// See PeerTable.h.
//
//===----------------------------------------------------------------------===//

#include "share/network/PeerTable.h"

#include <algorithm>
#include <map>

using namespace foreslice;

void PeerTable::set(std::span<const Endpoint> Where) {
  std::map<std::pair<bool, std::array<std::byte, 16>>, uint32_t> Known;
  AddressOf.reserve(Where.size());
  Ports.reserve(Where.size());
  for (const Endpoint &E : Where) {
    auto [At, New] = Known.try_emplace({E.Address.V6, E.Address.Bytes},
                                       static_cast<uint32_t>(Addresses.size()));
    if (New)
      Addresses.push_back(E.Address);
    AddressOf.push_back(At->second);
    Ports.push_back(E.Port);
  }
  Addresses.shrink_to_fit();
}

Peer &PeerTable::at(int Rank) {
  MutexLock L(M);
  return Records[Rank];
}

Peer *PeerTable::find(int Rank) {
  MutexLock L(M);
  auto It = Records.find(Rank);
  return It == Records.end() ? nullptr : &It->second;
}

std::vector<PeerTable::Known> PeerTable::all() {
  std::vector<Known> All;
  {
    MutexLock L(M);
    All.reserve(Records.size());
    for (auto &[Rank, Of] : Records)
      All.push_back({Rank, &Of});
  }
  std::ranges::sort(All, {}, &Known::Rank);
  return All;
}
