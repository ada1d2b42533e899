//===- PendingRequests.h - requests without a reply yet -------------------===//
//
// All requests have the same time from start to deadline: the order of starts
// is the order of deadlines. Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_PENDINGREQUESTS_H
#define FORESLICE_SHARE_NETWORK_PENDINGREQUESTS_H

#include "share/network/Message.h"

#include <list>
#include <optional>
#include <set>
#include <unordered_map>

namespace foreslice {

class PendingRequests {
public:
  struct Request {
    int Rank;
    uint64_t StartedNs;
    Answers When;
    ResultCallback Done;
  };

  bool empty() const { return InOrder.empty(); }
  /// Start of the request that started first.
  uint64_t oldestNs() const { return InOrder.front().second.StartedNs; }
  bool any(int Rank) const { return ByRank.contains(Rank); }

  /// Returns the request's id, never 0.
  uint64_t add(Request R) {
    uint64_t Id = ++LastId;
    ByRank[R.Rank].insert(Id);
    InOrder.emplace_back(Id, std::move(R));
    ById.emplace(Id, std::prev(InOrder.end()));
    return Id;
  }
  /// The request if it is still without a reply and went to Rank.
  std::optional<Request> take(uint64_t Id, int Rank) {
    auto It = ById.find(Id);
    if (It == ById.end() || It->second->second.Rank != Rank)
      return std::nullopt;
    return remove(It->second);
  }
  Request takeOldest() { return remove(InOrder.begin()); }
  /// The requests to Rank, in the order of starting.
  std::vector<Request> takeAll(int Rank) {
    std::vector<Request> Out;
    for (auto Ids = ByRank.find(Rank); Ids != ByRank.end();
         Ids = ByRank.find(Rank))
      Out.push_back(remove(ById.at(*Ids->second.begin())));
    return Out;
  }

private:
  using Order = std::list<std::pair<uint64_t, Request>>;

  Request remove(Order::iterator It) {
    auto Ids = ByRank.find(It->second.Rank);
    Ids->second.erase(It->first);
    if (Ids->second.empty())
      ByRank.erase(Ids);
    ById.erase(It->first);
    Request Out = std::move(It->second);
    InOrder.erase(It);
    return Out;
  }

  Order InOrder;
  std::unordered_map<uint64_t, Order::iterator> ById;
  std::unordered_map<int, std::set<uint64_t>> ByRank;
  uint64_t LastId = 0;
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_PENDINGREQUESTS_H
