//===- PeerTableTest.cpp - the ranks that a messenger can talk to ---------===//

#include "share/network/PeerTable.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

IpAddress address(const char *Text) { return *IpAddress::parse(Text); }

TEST(PeerTableTest, TellsWhereEachRankIs) {
  const std::vector<Endpoint> Where{{address("10.0.0.1"), 5},
                                    {address("fd00::1"), 6},
                                    {address("10.0.0.1"), 7},
                                    {address("10.0.0.2"), 5}};
  PeerTable Table;
  Table.set(Where);
  ASSERT_EQ(Table.size(), 4u);
  for (int Rank = 0; Rank < 4; ++Rank) {
    EXPECT_EQ(Table.where(Rank).Address, Where[size_t(Rank)].Address);
    EXPECT_EQ(Table.where(Rank).Port, Where[size_t(Rank)].Port);
  }
  EXPECT_FALSE(Table.has(-1));
  EXPECT_FALSE(Table.has(4));
}

TEST(PeerTableTest, HasRecordsOfThoseThatWereAskedForOnly) {
  PeerTable Table;
  Table.set(std::vector<Endpoint>(1000, Endpoint{address("10.0.0.1"), 5}));
  EXPECT_EQ(Table.find(7), nullptr);
  Peer &Seven = Table.at(7);
  Seven.Strikes = 2;
  Table.at(3);
  for (int Rank = 100; Rank < 200; ++Rank)
    Table.at(Rank);
  EXPECT_EQ(Table.find(7), &Seven);
  EXPECT_EQ(Table.at(7).Strikes, 2u);
  EXPECT_EQ(Table.find(8), nullptr);
  const std::vector<PeerTable::Known> All = Table.all();
  ASSERT_EQ(All.size(), 102u);
  EXPECT_EQ(All[0].Rank, 3);
  EXPECT_EQ(All[1].Rank, 7);
  EXPECT_EQ(All[1].Of, &Seven);
  EXPECT_EQ(All[2].Rank, 100);
}

} // namespace
