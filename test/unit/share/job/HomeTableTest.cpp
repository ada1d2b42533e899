//===- HomeTableTest.cpp - what a home knows of pages ---------------------===//

#include "share/job/HomeTable.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

using namespace foreslice;

namespace {

using Ranks = std::vector<int>;
constexpr int NoRank = HomeTable::NoRank;

struct HomeTableTest : testing::Test {
  /// Ranks 0 and 1 are on one node, 2 and 3 on another, 4 alone.
  explicit HomeTableTest(std::vector<int> NodeOf = {0, 0, 2, 2, 4})
      : Table(std::make_shared<const std::vector<int>>(std::move(NodeOf)), 4) {}

  /// Asker wants a page of file 7 in the first generation.
  int look(uint64_t Page, int Asker, int Lost = NoRank) {
    return look(7, Page, 1, Asker, Lost);
  }
  int look(uint64_t File, uint64_t Page, uint64_t Generation, int Asker,
           int Lost = NoRank) {
    return Table.look(File, Page, Generation, Asker, Lost, Gone);
  }
  /// A write of these pages, which all drop.
  Ranks drop(uint64_t First, uint64_t Last, int Writer) {
    HomeTable::Copies Of = Table.drop(7, First, Last, Writer);
    Table.dropped(7, First, Last, Writer, Of.Until);
    return Of.Holders;
  }

  HomeTable Table;
  std::vector<HomeTable::Surplus> Gone;
};

TEST_F(HomeTableTest, OneFetchesAndTheOthersAskIt) {
  EXPECT_EQ(look(5, 2), 2);
  EXPECT_EQ(look(5, 4), 2);
  EXPECT_EQ(look(5, 0), 2);
  EXPECT_EQ(look(6, 0), 0) << "another page";
  EXPECT_EQ(look(8, 5, 1, 4), 4) << "another file";
  EXPECT_EQ(Table.size(), 3u);
}

TEST_F(HomeTableTest, OfItsOwnNodeOneDoesNotAsk) {
  look(5, 2);
  EXPECT_EQ(look(5, 3), 3);
  EXPECT_EQ(look(5, 4), 3);
}

TEST_F(HomeTableTest, ANewerGenerationIsFetchedAgain) {
  EXPECT_EQ(look(7, 5, 1, 0), 0);
  EXPECT_EQ(look(7, 5, 2, 2), 2);
  EXPECT_EQ(look(7, 5, 2, 4), 2);
  EXPECT_EQ(look(7, 5, 1, 0), 2) << "newer than need be";
  // Who was asked before is of the older one, and must not be sent to others.
  EXPECT_EQ(look(7, 5, 3, 0), 0);
  EXPECT_EQ(look(7, 5, 3, 4), 0);
}

TEST_F(HomeTableTest, WhoHasLostItIsNotAsked) {
  look(5, 0);
  EXPECT_EQ(look(5, 2, 0), 2);
  EXPECT_EQ(look(5, 4, 0), 2) << "someone else has it by now";
  EXPECT_EQ(look(5, 4, 2), 4);
}

/// Every rank on a node of its own.
struct ManyNodesTest : HomeTableTest {
  ManyNodesTest() : HomeTableTest(alone()) {}

  static constexpr size_t Count = 40;

private:
  static std::vector<int> alone() {
    std::vector<int> NodeOf(Count);
    std::iota(NodeOf.begin(), NodeOf.end(), 0);
    return NodeOf;
  }
};

TEST_F(ManyNodesTest, NobodyGivesAPageToMoreThanSome) {
  std::vector<size_t> Copies(Count);
  EXPECT_EQ(look(5, 9), 9);
  for (int Rank = 10; Rank < 40; ++Rank)
    ++Copies[static_cast<size_t>(look(5, Rank))];
  EXPECT_EQ(*std::ranges::max_element(Copies), HomeTable::CopiesOfEach);
  EXPECT_EQ(Copies[9], HomeTable::CopiesOfEach);
  EXPECT_EQ(std::accumulate(Copies.begin(), Copies.end(), size_t(0)), 30u);
}

TEST_F(ManyNodesTest, WhoHasLostItIsOnceMoreTheLast) {
  for (int Rank = 0; Rank < 4; ++Rank)
    look(5, Rank);
  EXPECT_EQ(look(5, 4), 1);
  EXPECT_EQ(look(5, 4, 1), 0) << "who has read it";
  EXPECT_EQ(look(5, 1), 2) << "one that was not told to ask it";
}

// They may not have heard of the write yet.
TEST_F(ManyNodesTest, CopiesFromBeforeAWriteAreNotAsked) {
  for (int Rank = 0; Rank < 8; ++Rank)
    look(5, Rank);
  HomeTable::Copies Of = Table.drop(7, 5, 5, 20);
  EXPECT_EQ(Of.Holders.size(), 8u);
  EXPECT_EQ(look(5, 30), 30);
  for (int Rank = 31; Rank < 40; ++Rank)
    EXPECT_GE(look(5, Rank), 30);
}

TEST_F(ManyNodesTest, NorThoseOfAnOlderGeneration) {
  for (int Rank = 0; Rank < 8; ++Rank)
    look(5, Rank);
  EXPECT_EQ(look(7, 5, 2, 30), 30);
  for (int Rank = 31; Rank < 40; ++Rank)
    EXPECT_GE(look(7, 5, 2, Rank), 30);
}

TEST_F(HomeTableTest, AWriteIsToldToOneRankOfEachNode) {
  look(5, 0), look(5, 1), look(5, 2), look(6, 3), look(6, 0);
  EXPECT_EQ(drop(5, 6, 4), (Ranks{1, 2}));
  EXPECT_EQ(Table.size(), 0u);
  EXPECT_EQ(look(5, 4), 4) << "forgotten";
}

// A process of it may use the rest of a page that was written in part.
TEST_F(HomeTableTest, TheWritersNodeIsToldOfTheNextWrite) {
  look(5, 0), look(5, 2);
  EXPECT_EQ(drop(5, 5, 1), Ranks{2});
  EXPECT_EQ(look(5, 4), 4) << "nobody has the page";
  EXPECT_EQ(look(5, 2), 4);
  EXPECT_EQ(drop(5, 5, 3), (Ranks{0, 4}));
  EXPECT_EQ(drop(5, 5, 3), Ranks());
}

TEST_F(HomeTableTest, OlderCopiesAreToldToo) {
  look(7, 5, 1, 0), look(7, 5, 2, 2);
  look(5, 4, 2);
  EXPECT_EQ(drop(5, 5, 4), (Ranks{0, 2}));
}

TEST_F(HomeTableTest, OnlyWhatWasWritten) {
  look(4, 0), look(5, 0), look(6, 0), look(8, 5, 1, 0);
  EXPECT_EQ(drop(5, 5, 2), Ranks{0});
  EXPECT_EQ(drop(5, 5, 2), Ranks());
  EXPECT_EQ(look(4, 2), 0);
  EXPECT_EQ(look(6, 2), 0);
  EXPECT_EQ(look(8, 5, 1, 2), 0);
}

TEST_F(HomeTableTest, HugeWritesNameWhatIsKnown) {
  look(4, 0), look(1u << 30, 4), look(8, 5, 1, 0);
  EXPECT_EQ(drop(5, UINT64_MAX - 1, 2), Ranks{4});
  EXPECT_EQ(drop(0, UINT64_MAX / 4096, 2), Ranks{0});
  EXPECT_EQ(Table.size(), 1u) << "of the other file";
}

TEST_F(HomeTableTest, TheOldestIsToBeDropped) {
  look(1, 0), look(1, 2), look(2, 0), look(3, 4), look(4, 4);
  look(1, 4); // does not make it newer
  EXPECT_TRUE(Gone.empty());
  look(5, 0);
  ASSERT_EQ(Gone.size(), 1u);
  EXPECT_EQ(Gone[0].File, 7u);
  EXPECT_EQ(Gone[0].Page, 1u);
  EXPECT_EQ(Gone[0].Gone.Holders, (Ranks{0, 2, 4}));
  EXPECT_EQ(drop(1, 1, 0), (Ranks{2, 4})) << "till it is";
  Table.dropped(7, 1, 1, NoRank, Gone[0].Gone.Until);
  EXPECT_EQ(Table.size(), 4u);
  EXPECT_EQ(look(1, 2), 2);
  ASSERT_EQ(Gone.size(), 2u);
  EXPECT_EQ(Gone[1].Page, 2u);
}

// One that is asked for again before it is dropped stays.
TEST_F(HomeTableTest, WhatIsToBeDroppedMayComeBack) {
  look(1, 0), look(2, 0), look(3, 0), look(4, 0), look(5, 0);
  ASSERT_EQ(Gone.size(), 1u);
  EXPECT_EQ(look(1, 2), 2) << "nobody is sent to who drops it";
  Table.dropped(7, 1, 1, NoRank, Gone[0].Gone.Until);
  EXPECT_EQ(look(1, 4), 2);
  EXPECT_EQ(drop(1, 1, 4), Ranks{2});
}

// The second must not return before the copies are gone that the first drops.
TEST_F(HomeTableTest, TwoWritesAtOnceAreToldOfTheSameRanks) {
  look(5, 0);
  HomeTable::Copies First = Table.drop(7, 5, 5, 2);
  HomeTable::Copies Second = Table.drop(7, 5, 5, 4);
  EXPECT_EQ(First.Holders, Ranks{0});
  EXPECT_EQ(Second.Holders, Ranks{0});
  EXPECT_EQ(look(5, 0), 0) << "asks anew";
  Table.dropped(7, 5, 5, 2, First.Until);
  EXPECT_EQ(drop(5, 5, 4), Ranks{0}) << "has a new copy";
  EXPECT_EQ(drop(5, 5, 4), Ranks());
}

TEST_F(HomeTableTest, WhatWasDroppedMakesRoom) {
  look(1, 0), look(2, 0), look(3, 0), look(4, 0);
  drop(2, 3, 4);
  look(5, 0), look(6, 0);
  EXPECT_TRUE(Gone.empty());
  look(7, 0);
  ASSERT_EQ(Gone.size(), 1u);
  EXPECT_EQ(Gone[0].Page, 1u);
}

TEST_F(HomeTableTest, FilesAreLeft) {
  look(5, 0), look(8, 5, 1, 0);
  Table.forget(7);
  EXPECT_EQ(look(5, 2), 2);
  EXPECT_EQ(look(8, 5, 1, 2), 0);
  EXPECT_TRUE(Gone.empty());
}

TEST_F(HomeTableTest, APageThatIsWrittenOftenStaysKnown) {
  for (int I = 0; I < 20; ++I) {
    look(5, 0);
    EXPECT_TRUE(Gone.empty()) << I;
    EXPECT_EQ(look(5, 2), 0) << I;
    drop(5, 5, 4);
  }
}

TEST_F(HomeTableTest, NorDoesItCostOthersTheirPlaces) {
  look(1, 0), look(2, 0);
  for (int I = 0; I < 20; ++I)
    look(5, 0), drop(5, 5, 4);
  EXPECT_TRUE(Gone.empty());
  EXPECT_EQ(look(1, 2), 0);
}

TEST_F(HomeTableTest, WhatCameBackIsNotTheOldest) {
  look(1, 0), look(2, 0), look(3, 0);
  drop(1, 1, 4);
  look(1, 0), look(4, 0), look(5, 0);
  ASSERT_EQ(Gone.size(), 1u);
  EXPECT_EQ(Gone[0].Page, 2u);
}

} // namespace
