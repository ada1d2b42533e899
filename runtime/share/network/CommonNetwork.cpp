//===- CommonNetwork.cpp - a network that all nodes share -----------------===//

#include "share/network/Interfaces.h"

#include <algorithm>
#include <charconv>
#include <net/if.h>

using namespace foreslice;

namespace {

struct Network {
  IpAddress Address;
  unsigned Prefix = 0;

  bool operator==(const Network &) const = default;
  bool holds(const IpAddress &A) const {
    return A.V6 == Address.V6 && A.masked(Prefix) == Address;
  }
  std::string text() const {
    return Address.text() + "/" + std::to_string(Prefix);
  }
};

/// The user's restriction of the choice.
struct Restriction {
  std::string Interface;      ///< Empty: any.
  std::optional<Network> Net; ///< Nothing: any.

  bool allows(const InterfaceAddress &A) const {
    return (Interface.empty() || A.Interface == Interface) &&
           (!Net || Net->holds(A.Address));
  }
  /// Interfaces of routed networks have prefixes of 32 bits: a network that the
  /// user names counts whatever the interfaces say.
  Network network(const InterfaceAddress &A) const {
    return Net ? *Net : Network{A.Address.masked(A.Prefix), A.Prefix};
  }
  std::string text() const {
    return Net ? "in " + Net->text() : "on interface " + Interface;
  }
};

} // namespace

static std::optional<Network> parseNetwork(std::string_view Text) {
  size_t Slash = Text.find('/');
  if (Slash == std::string_view::npos)
    return std::nullopt;
  auto Address = IpAddress::parse(std::string(Text.substr(0, Slash)));
  std::string_view Length = Text.substr(Slash + 1);
  unsigned Prefix = 0;
  auto [End, Error] =
      std::from_chars(Length.data(), Length.data() + Length.size(), Prefix);
  if (!Address || Error != std::errc() || Length.empty() ||
      End != Length.data() + Length.size() || Prefix > Address->bits())
    return std::nullopt;
  return Network{Address->masked(Prefix), Prefix};
}

static bool isInterfaceName(std::string_view Text) {
  return Text.size() < IFNAMSIZ &&
         std::ranges::all_of(
             Text, [](char C) { return C > ' ' && C < 0x7f && C != '/'; });
}

static std::optional<Restriction> parseRestriction(std::string_view Only) {
  if (auto Net = parseNetwork(Only))
    return Restriction{{}, Net};
  // An address is a valid name of an interface, but never meant so.
  if (!isInterfaceName(Only) || IpAddress::parse(std::string(Only)))
    return std::nullopt;
  return Restriction{std::string(Only), {}};
}

using Addresses = std::vector<InterfaceAddress>;

static std::string listed(const Addresses &Node) {
  std::string Out;
  for (const InterfaceAddress &A : Node)
    Out += (Out.empty() ? "" : ", ") + A.text();
  return Out.empty() ? "no address" : Out;
}

static CommonNetwork tryNetwork(std::span<const Addresses> Nodes,
                                const Network &Net, const Restriction &Only) {
  CommonNetwork Out;
  for (size_t Node = 0; Node < Nodes.size(); ++Node) {
    auto It = std::ranges::find_if(Nodes[Node], [&](const auto &A) {
      return Only.allows(A) && Only.network(A) == Net;
    });
    if (It == Nodes[Node].end())
      return {{},
              Net.text() + " is not on node " + std::to_string(Node) +
                  ", which has " + listed(Nodes[Node])};
    auto Same = std::ranges::find(Out.Addresses, It->Address);
    if (Same != Out.Addresses.end())
      return {{},
              It->text() + " is on node " +
                  std::to_string(Same - Out.Addresses.begin()) +
                  " and on node " + std::to_string(Node)};
    Out.Addresses.push_back(It->Address);
  }
  return Out;
}

CommonNetwork foreslice::findCommonNetwork(std::span<const Addresses> Nodes,
                                           std::string_view OnlyText) {
  auto Only = parseRestriction(OnlyText);
  if (!Only)
    return {{},
            "'" + std::string(OnlyText) +
                "' is neither the name of an interface nor a network such "
                "as 10.1.0.0/16"};
  if (Nodes.empty())
    return {{}, "there are no nodes"};
  std::string Why;
  std::vector<Network> Tried;
  for (const InterfaceAddress &A : Nodes[0]) {
    Network Net = Only->network(A);
    if (!Only->allows(A) || std::ranges::find(Tried, Net) != Tried.end())
      continue;
    Tried.push_back(Net);
    CommonNetwork Found = tryNetwork(Nodes, Net, *Only);
    if (Found.Why.empty())
      return Found;
    Why += (Why.empty() ? "" : "; ") + Found.Why;
  }
  if (Tried.empty())
    return {{},
            OnlyText.empty() ? "node 0 is on no network"
                             : "node 0 has no address " + Only->text() +
                                   ", but " + listed(Nodes[0])};
  return {{}, "the nodes share no network: " + Why};
}
