//===- Interfaces.cpp - a node's addresses, and as bytes ------------------===//

#include "share/network/Interfaces.h"

#include <algorithm>
#include <cstring>
#include <ifaddrs.h>
#include <memory>
#include <net/if.h>
#include <netinet/in.h>

using namespace foreslice;

std::string InterfaceAddress::text() const {
  return Interface + " " + Address.text() + "/" + std::to_string(Prefix);
}

/// Nothing for families other than IP.
static std::optional<IpAddress> fromSocketAddress(const sockaddr *Address) {
  IpAddress Out;
  if (Address && Address->sa_family == AF_INET) {
    sockaddr_in V4;
    std::memcpy(&V4, Address, sizeof(V4));
    std::memcpy(Out.Bytes.data(), &V4.sin_addr, sizeof(V4.sin_addr));
    return Out;
  }
  if (Address && Address->sa_family == AF_INET6) {
    sockaddr_in6 V6;
    std::memcpy(&V6, Address, sizeof(V6));
    std::memcpy(Out.Bytes.data(), &V6.sin6_addr, sizeof(V6.sin6_addr));
    Out.V6 = true;
    return Out;
  }
  return std::nullopt;
}

static bool isLinkLocal(const IpAddress &A) {
  auto First = uint8_t(A.Bytes[0]), Second = uint8_t(A.Bytes[1]);
  return A.V6 ? First == 0xfe && (Second & 0xc0) == 0x80
              : First == 169 && Second == 254;
}

static uint8_t prefixLength(const IpAddress &Mask) {
  unsigned Bits = 0;
  while (Bits < Mask.bits() &&
         (Mask.Bytes[Bits / 8] & (std::byte(0x80) >> (Bits % 8))) !=
             std::byte(0))
    ++Bits;
  return uint8_t(Bits);
}

std::vector<InterfaceAddress> foreslice::localAddresses() {
  ifaddrs *First = nullptr;
  if (getifaddrs(&First) != 0)
    return {};
  std::unique_ptr<ifaddrs, void (*)(ifaddrs *)> Owner(First, freeifaddrs);
  std::vector<InterfaceAddress> Out;
  auto IsV6 = [](const InterfaceAddress &A) { return A.Address.V6; };
  for (const ifaddrs *I = First; I; I = I->ifa_next) {
    constexpr unsigned Usable = IFF_UP | IFF_RUNNING;
    if ((I->ifa_flags & Usable) != Usable || (I->ifa_flags & IFF_LOOPBACK))
      continue;
    auto Address = fromSocketAddress(I->ifa_addr);
    auto Mask = fromSocketAddress(I->ifa_netmask);
    if (!Address || !Mask || isLinkLocal(*Address))
      continue;
    auto It = Address->V6 ? Out.end() : std::ranges::find_if(Out, IsV6);
    Out.insert(It, {*Address, prefixLength(*Mask), I->ifa_name});
  }
  return Out;
}

// An entry: family (4 or 6), prefix, length of the name, address, name.
std::vector<std::byte>
foreslice::serialize(std::span<const InterfaceAddress> Addresses) {
  std::vector<std::byte> Out;
  for (const InterfaceAddress &A : Addresses) {
    auto Name = std::as_bytes(std::span(A.Interface));
    Out.push_back(A.Address.V6 ? std::byte(6) : std::byte(4));
    Out.push_back(std::byte(A.Prefix));
    Out.push_back(std::byte(Name.size()));
    auto Address = A.Address.used();
    Out.insert(Out.end(), Address.begin(), Address.end());
    Out.insert(Out.end(), Name.begin(), Name.end());
  }
  return Out;
}

std::optional<std::vector<InterfaceAddress>>
foreslice::parseAddresses(std::span<const std::byte> Bytes) {
  std::vector<InterfaceAddress> Out;
  while (!Bytes.empty()) {
    if (Bytes.size() < 3 ||
        (Bytes[0] != std::byte(4) && Bytes[0] != std::byte(6)))
      return std::nullopt;
    InterfaceAddress A;
    A.Address.V6 = Bytes[0] == std::byte(6);
    A.Prefix = uint8_t(Bytes[1]);
    size_t Length = A.Address.used().size(), Name = size_t(Bytes[2]);
    Bytes = Bytes.subspan(3);
    if (A.Prefix > A.Address.bits() || Bytes.size() < Length + Name)
      return std::nullopt;
    std::memcpy(A.Address.Bytes.data(), Bytes.data(), Length);
    A.Interface.assign(reinterpret_cast<const char *>(Bytes.data()) + Length,
                       Name);
    Bytes = Bytes.subspan(Length + Name);
    Out.push_back(std::move(A));
  }
  return Out;
}
