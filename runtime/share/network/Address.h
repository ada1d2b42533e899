//===- Address.h - IP addresses -------------------------------------------===//
//
// An IPv4 or IPv6 address without a scope, and an address with a port. Plain
// values: code that only passes addresses on sees nothing of the network
// library.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_ADDRESS_H
#define FORESLICE_SHARE_NETWORK_ADDRESS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace foreslice {

struct IpAddress {
  bool V6 = false;
  std::array<std::byte, 16>
      Bytes{}; ///< Network order; IPv4 uses 4, the rest 0.

  unsigned bits() const { return V6 ? 128 : 32; }
  std::span<const std::byte> used() const {
    return std::span(Bytes).first(bits() / 8);
  }
  /// The address with all but the first Prefix bits, 0 to bits(), cleared.
  IpAddress masked(unsigned Prefix) const;
  std::string text() const;
  /// From "10.0.0.1" or "fd00::1"; nothing for other text.
  static std::optional<IpAddress> parse(const std::string &Text);

  bool operator==(const IpAddress &) const = default;
};

struct Endpoint {
  IpAddress Address;
  uint16_t Port = 0; ///< Host order.
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_ADDRESS_H
