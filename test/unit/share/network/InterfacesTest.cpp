//===- InterfacesTest.cpp - the choice of a network -----------------------===//

#include "share/network/Interfaces.h"

#include <gtest/gtest.h>
#include <sstream>

using namespace foreslice;

namespace {

using Node = std::vector<InterfaceAddress>;

/// From "eth0 10.0.0.1/24, ib0 10.1.0.1/16".
Node node(const std::string &Text) {
  Node Out;
  std::istringstream In(Text);
  for (std::string Name, Address; In >> Name >> Address;) {
    size_t Slash = Address.find('/');
    Out.push_back({*IpAddress::parse(Address.substr(0, Slash)),
                   uint8_t(std::stoi(Address.substr(Slash + 1))), Name});
  }
  return Out;
}

/// The addresses, or why there are none.
std::string choose(const std::vector<std::string> &Nodes,
                   std::string_view Only = {}) {
  std::vector<Node> All;
  for (const std::string &Text : Nodes)
    All.push_back(node(Text));
  CommonNetwork Found = findCommonNetwork(All, Only);
  EXPECT_EQ(Found.Addresses.empty(), !Found.Why.empty());
  std::string Out = Found.Why;
  for (const IpAddress &A : Found.Addresses)
    Out += (Out.empty() ? "" : " ") + A.text();
  return Out;
}

TEST(InterfacesTest, AddressesAsText) {
  EXPECT_EQ(IpAddress::parse("10.20.30.40")->text(), "10.20.30.40");
  EXPECT_EQ(IpAddress::parse("fd00::1")->text(), "fd00::1");
  for (const char *Bad : {"", "10.0.0", "10.0.0.256", "eth0", "fe80::1%eth0"})
    EXPECT_FALSE(IpAddress::parse(Bad)) << Bad;
  EXPECT_EQ(IpAddress::parse("10.20.30.40")->masked(20).text(), "10.20.16.0");
  EXPECT_EQ(IpAddress::parse("10.20.30.40")->masked(0).text(), "0.0.0.0");
  EXPECT_EQ(IpAddress::parse("fd00:1:2:3::4")->masked(64).text(),
            "fd00:1:2:3::");
}

TEST(InterfacesTest, ListsNoLoopback) {
  for (const InterfaceAddress &A : localAddresses()) {
    EXPECT_NE(A.Address.masked(8).text(), "127.0.0.0");
    EXPECT_NE(A.Address.text(), "::1");
    EXPECT_FALSE(A.Interface.empty());
    EXPECT_GT(A.Prefix, 0);
  }
}

TEST(InterfacesTest, GoThroughBytes) {
  Node N = node("eth0 10.0.0.1/24 ib0 fd00::7/64 a-long-name-015 1.2.3.4/32");
  auto Bytes = serialize(N);
  EXPECT_EQ(parseAddresses(Bytes), N);
  EXPECT_EQ(parseAddresses({}), Node());
  for (size_t Cut = 1; Cut < Bytes.size(); ++Cut) {
    auto Part = parseAddresses(std::span(Bytes).first(Cut));
    EXPECT_TRUE(!Part || Part->size() < N.size());
  }
  Bytes[1] = std::byte(33);
  EXPECT_FALSE(parseAddresses(Bytes));
}

TEST(InterfacesTest, PicksTheFirstNetworkThatAllShare) {
  EXPECT_EQ(choose({"eth0 192.168.1.5/24 ib0 10.1.0.1/16",
                    "ib1 10.1.7.2/16 eth0 192.168.2.5/24", "ib0 10.1.9.3/16"}),
            "10.1.0.1 10.1.7.2 10.1.9.3");
  EXPECT_EQ(choose({"eth0 10.0.0.1/24 eth0 fd00::1/64",
                    "eth0 10.0.0.2/24 eth0 fd00::2/64"}),
            "10.0.0.1 10.0.0.2");
  EXPECT_EQ(choose({"a fd00:0:0:1::1/64 a 10.0.0.1/8",
                    "b 11.0.0.1/8 b fd00:0:0:1::2/64"}),
            "fd00:0:0:1::1 fd00:0:0:1::2");
  EXPECT_EQ(choose({"eth0 10.0.0.1/24"}), "10.0.0.1");
}

TEST(InterfacesTest, BridgesWithTheSameAddressEverywhereDoNotConnect) {
  EXPECT_EQ(choose({"docker0 172.17.0.1/16 eth0 10.0.0.1/24",
                    "docker0 172.17.0.1/16 eth0 10.0.0.2/24"}),
            "10.0.0.1 10.0.0.2");
  EXPECT_EQ(choose({"docker0 172.17.0.1/16", "docker0 172.17.0.1/16"}),
            "the nodes share no network: docker0 172.17.0.1/16 is on node 0 "
            "and on node 1");
}

TEST(InterfacesTest, SaysWhatIsMissing) {
  EXPECT_EQ(choose({"eth0 10.0.0.1/24", "eth0 10.0.1.1/24 ib0 10.1.0.1/16"}),
            "the nodes share no network: 10.0.0.0/24 is not on node 1, which "
            "has eth0 10.0.1.1/24, ib0 10.1.0.1/16");
  EXPECT_EQ(choose({"eth0 10.0.0.1/24", "eth0 10.0.0.2/16"}),
            "the nodes share no network: 10.0.0.0/24 is not on node 1, which "
            "has eth0 10.0.0.2/16");
  EXPECT_EQ(choose({"", "eth0 10.0.0.1/24"}), "node 0 is on no network");
  EXPECT_EQ(choose({"eth0 10.0.0.1/24", ""}),
            "the nodes share no network: 10.0.0.0/24 is not on node 1, which "
            "has no address");
  EXPECT_EQ(choose({}), "there are no nodes");
}

TEST(InterfacesTest, CanBeRestricted) {
  std::vector<std::string> Nodes = {"eth0 10.0.0.1/24 ib0 10.1.0.1/16",
                                    "eth0 10.0.0.2/24 ib0 10.1.0.2/16"};
  EXPECT_EQ(choose(Nodes, "ib0"), "10.1.0.1 10.1.0.2");
  EXPECT_EQ(choose(Nodes, "10.1.0.0/16"), "10.1.0.1 10.1.0.2");
  EXPECT_EQ(choose(Nodes, "10.1.0.9/16"), "10.1.0.1 10.1.0.2");
  EXPECT_EQ(choose(Nodes, "ib1"),
            "node 0 has no address on interface ib1, but eth0 10.0.0.1/24, "
            "ib0 10.1.0.1/16");
  EXPECT_EQ(choose(Nodes, "10.2.0.0/16"),
            "node 0 has no address in 10.2.0.0/16, but eth0 10.0.0.1/24, ib0 "
            "10.1.0.1/16");
  // Routed networks have addresses without neighbours.
  EXPECT_EQ(choose({"eth0 10.5.0.1/32", "eth0 10.5.1.1/32"}, "10.5.0.0/16"),
            "10.5.0.1 10.5.1.1");
}

TEST(InterfacesTest, RefusesWhatIsNoRestriction) {
  for (const char *Bad :
       {"10.0.0.0/33", "10.0.0.0/", "10.0.0/8", "fd00::/129", "10.0.0.1",
        "two words", "a-name-of-16-char", "10.0.0.0/8x", "/8"})
    EXPECT_EQ(choose({"eth0 10.0.0.1/24"}, Bad),
              "'" + std::string(Bad) +
                  "' is neither the name of an interface nor a network such "
                  "as 10.1.0.0/16");
}

} // namespace
