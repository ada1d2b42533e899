//===- Interfaces.h - the network between the nodes -----------------------===//
//
// Each node lists its addresses; the lists are exchanged as bytes, and every
// node picks the same network from the lists.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_INTERFACES_H
#define FORESLICE_SHARE_NETWORK_INTERFACES_H

#include "share/network/Address.h"

#include <string_view>
#include <vector>

namespace foreslice {

struct InterfaceAddress {
  IpAddress Address;
  uint8_t Prefix = 0; ///< Bits of the network, 0 to 32 or 128.
  std::string Interface;

  bool operator==(const InterfaceAddress &) const = default;
  /// "eth0 10.0.0.1/24"
  std::string text() const;
};

/// This node's addresses on interfaces that are up and running: neither
/// loopback nor link-local, IPv4 first, otherwise in the kernel's order. Empty
/// if there are none or the system does not tell.
std::vector<InterfaceAddress> localAddresses();

/// The same bytes on every machine.
std::vector<std::byte> serialize(std::span<const InterfaceAddress> Addresses);
/// Nothing if Bytes are not a result of serialize().
std::optional<std::vector<InterfaceAddress>>
parseAddresses(std::span<const std::byte> Bytes);

struct CommonNetwork {
  std::vector<IpAddress> Addresses; ///< One address for each node, or empty.
  std::string Why;                  ///< Why there is none, in one line.
};

/// The first network, in the order of node 0's list, with an address of every
/// node: the same prefix, and no address on two nodes, since bridges of
/// containers have the same network on every host without a connection. Only
/// names an interface ("ib0") or a network ("10.1.0.0/16", whatever prefix the
/// interfaces have within) and leaves out all others; empty leaves out none.
/// The result is the same on every node.
CommonNetwork
findCommonNetwork(std::span<const std::vector<InterfaceAddress>> Nodes,
                  std::string_view Only = {});

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_INTERFACES_H
