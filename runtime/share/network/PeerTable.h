//===- PeerTable.h - the ranks that a messenger can talk to ---------------===//
//
// A job may have 64,000 ranks, and each rank has such a table. So the table has
// few bytes for each rank, and a record only for ranks that talked.
//
// Threads: any, once set() is over.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_PEERTABLE_H
#define FORESLICE_SHARE_NETWORK_PEERTABLE_H

#include "share/network/Address.h"
#include "support/Mutex.h"

#include <atomic>
#include <memory>
#include <unordered_map>
#include <vector>

namespace foreslice {

class Incoming;
class Outgoing;

struct Peer {
  std::atomic<size_t> Queued{0};
  std::atomic<bool> GivenUp{false};
  // Only the messenger's thread:
  unsigned Strikes = 0; ///< In a row.
  uint64_t LastStrikeNs = 0;
  std::shared_ptr<Outgoing> Out;
  std::shared_ptr<Incoming> Receiver;
};

class PeerTable {
public:
  /// Once, before all else. The listening endpoints by rank.
  void set(std::span<const Endpoint> Where);
  size_t size() const { return Ports.size(); }
  bool has(int Rank) const { return Rank >= 0 && size_t(Rank) < size(); }
  Endpoint where(int Rank) const {
    return {Addresses[AddressOf[size_t(Rank)]], Ports[size_t(Rank)]};
  }

  /// The record of the rank, at a fixed address.
  Peer &at(int Rank) FORESLICE_EXCLUDES(M);
  /// Null if there is none.
  Peer *find(int Rank) FORESLICE_EXCLUDES(M);
  struct Known {
    int Rank;
    Peer *Of;
  };
  /// All records there are, by rank.
  std::vector<Known> all() FORESLICE_EXCLUDES(M);

private:
  std::vector<IpAddress> Addresses;
  std::vector<uint32_t> AddressOf; ///< By rank: index in Addresses.
  std::vector<uint16_t> Ports;     ///< By rank.
  Mutex M;
  std::unordered_map<int, Peer> Records FORESLICE_GUARDED_BY(M);
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_PEERTABLE_H
