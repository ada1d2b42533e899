//===- JobWriteTest.cpp - copies of what is written -----------------------===//

#include "JobFixture.h"

#include <gtest/gtest.h>
#include <optional>

using namespace foreslice;
using namespace foreslice::test;

namespace {

constexpr int FromStorage = RemotePages::FromStorage;
/// Pages that a home knows of whose process has so few frames.
constexpr uint64_t Known = 8 * 512;

/// Its result, if it comes.
std::optional<bool> wrote(JobRank &Writer, ByteRange Written) {
  auto Over = std::async(std::launch::async, [&Writer, Written] {
    return Writer.Pages.wrote(TheFile, Written);
  });
  if (Over.wait_for(std::chrono::minutes(10)) != std::future_status::ready)
    return std::nullopt;
  return Over.get();
}

TEST(JobWriteTest, NoCopyIsUsedThen) {
  JobRanks J({0, 1, 2});
  // Its home is the writer, one who has it, another who has it.
  for (uint32_t Home = 0; Home < 3; ++Home) {
    uint64_t Page = Home * Block;
    J[1].fetch(Home, Page, 'a'), J[2].fetch(Home, Page, 'a');
    EXPECT_TRUE(J[0].Pages.wrote(TheFile, bytesOf(Page)));
    EXPECT_FALSE(J[1].has(Page)) << Home;
    EXPECT_FALSE(J[2].has(Page)) << Home;
    EXPECT_EQ(J[2].lookFor(Page), FromStorage) << Home;
  }
}

TEST(JobWriteTest, NorOneThatIsOnItsWay) {
  JobRanks J({0, 1});
  J[1].claim(0, 5);
  J[1].lookFor(5);
  EXPECT_TRUE(J[0].Pages.wrote(TheFile, bytesOf(5)));
  J[1].publish(0, 'a');
  EXPECT_FALSE(J[1].has(5));
  EXPECT_EQ(J[0].get(1, 5).of(0), 0);
}

TEST(JobWriteTest, OnlyOfWhatWasWritten) {
  JobRanks J({0, 1});
  for (uint32_t I = 0; I < 4; ++I)
    J[1].fetch(I, 4 + I, 'a');
  EXPECT_TRUE(J[0].Pages.wrote(TheFile, bytesOf(5).with(bytesOf(6))));
  EXPECT_TRUE(J[1].has(4) && J[1].has(7));
  EXPECT_FALSE(J[1].has(5) || J[1].has(6));
  EXPECT_EQ(J[0].lookFor(4), 1);
  EXPECT_EQ(J[0].lookFor(7), 1);
  EXPECT_EQ(J[0].lookFor(5), FromStorage);
}

TEST(JobWriteTest, WithTwoHomes) {
  JobRanks J({0, 1, 2});
  J[1].fetch(0, 2 * Block - 1, 'a'), J[2].fetch(0, 2 * Block, 'a');
  EXPECT_TRUE(J[0].Pages.wrote(
      TheFile, {2 * Block * PageSize - 1, 2 * Block * PageSize + 1}));
  EXPECT_FALSE(J[1].has(2 * Block - 1) || J[2].has(2 * Block));
}

TEST(JobWriteTest, WithManyHomes) {
  JobRanks J({0, 1, 2});
  for (uint32_t I = 0; I < 7; ++I)
    J[1].fetch(I, (I + 1) * Block - 1, 'a'), J[2].fetch(I, I * Block, 'a');
  EXPECT_TRUE(J[0].Pages.wrote(
      TheFile, {(2 * Block - 1) * PageSize + 5, 5 * Block * PageSize + 1}));
  for (uint32_t I = 0; I < 7; ++I) {
    EXPECT_EQ(J[1].has((I + 1) * Block - 1), I < 1 || I > 4) << I;
    EXPECT_EQ(J[2].has(I * Block), I < 2 || I > 5) << I;
  }
}

TEST(JobWriteTest, OfTheWholeFile) {
  JobRanks J({0, 1, 2});
  uint64_t Far = uint64_t(1) << 40;
  for (uint32_t I = 0; I < 3; ++I)
    J[1].fetch(I, I * Block, 'a'), J[2].fetch(I, Far + I * Block, 'a');
  EXPECT_TRUE(J[0].Pages.wrote(TheFile, {}));
  for (uint32_t I = 0; I < 3; ++I) {
    EXPECT_FALSE(J[1].has(I * Block) || J[2].has(Far + I * Block)) << I;
    EXPECT_EQ(J[2].lookFor(I * Block), FromStorage) << I;
    EXPECT_EQ(J[1].lookFor(Far + I * Block), FromStorage) << I;
  }
}

TEST(JobWriteTest, EachOtherNodeHearsOnce) {
  JobRanks J({0, 0, 1, 1, 2});
  J[1].lookFor(5), J[2].lookFor(5), J[3].lookFor(5);
  uint64_t Mine = J[0].writesHeard(), Theirs = J[2].writesHeard(),
           Nobodys = J[4].writesHeard();
  EXPECT_TRUE(J[0].Pages.wrote(TheFile, bytesOf(5)));
  EXPECT_EQ(J[0].writesHeard(), Mine) << "the writer's knows";
  EXPECT_EQ(J[2].writesHeard(), Theirs + 1);
  EXPECT_EQ(J[4].writesHeard(), Nobodys) << "has no copy";
  EXPECT_TRUE(J[0].Pages.wrote(TheFile, bytesOf(5)));
  EXPECT_EQ(J[2].writesHeard(), Theirs + 1) << "has none any more";
}

TEST(JobWriteTest, WaitsForWhoHasCopies) {
  JobRanks J({0, 1, 2});
  J[2].hold(DropMessage);
  uint64_t Page = Block; // of rank 1
  J[2].fetch(0, Page, 'a');
  auto Over = std::async(std::launch::async, [&] {
    return J[0].Pages.wrote(TheFile, bytesOf(Page));
  });
  HeldMessage Held = J[2].takeHeld();
  EXPECT_EQ(J[0].lookFor(Page), FromStorage) << "the home goes on";
  EXPECT_NE(Over.wait_for(std::chrono::seconds(0)), std::future_status::ready);
  J[2].Pages.handle(Held.From, DropMessage, Held.Content, std::move(Held.To));
  EXPECT_TRUE(Over.get());
}

// The rest of the page is not used, of which the home knows nothing any more.
TEST(JobWriteTest, SmallWritesOneAfterTheOther) {
  JobRanks J({0, 1});
  ByteRange Page = bytesOf(5), One{Page.Begin, Page.Begin + 10},
            Two{Page.Begin + 100, Page.Begin + 110};
  J[1].fetch(0, 5, 'a');
  for (ByteRange Written : {One, Two}) {
    EXPECT_TRUE(J[0].Pages.wrote(TheFile, Written));
    EXPECT_FALSE(J[1].Node.serves(J[1].Node.idOf(0), Written));
  }
}

// The writer's node still uses the rest, and its home knows.
TEST(JobWriteTest, SmallWritesOfTwoNodes) {
  JobRanks J({0, 0, 1});
  ByteRange Page = bytesOf(5), One{Page.Begin, Page.Begin + 10},
            Two{Page.Begin + 100, Page.Begin + 110};
  J[1].fetch(0, 5, 'a');
  J[0].Node.beginWrite(J[0].Shared, One);
  EXPECT_TRUE(J[0].Pages.wrote(TheFile, One));
  J[0].Node.endWrite(J[0].Shared, One);
  EXPECT_TRUE(J[2].Pages.wrote(TheFile, Two));
  EXPECT_FALSE(J[1].Node.serves(J[1].Node.idOf(0), Two));
}

TEST(JobWriteTest, OfADeadHomeNothingCanBeSaid) {
  JobRanks J({0, 1, 2});
  J[2].fetch(0, 5, 'a');
  J.kill(1);
  for (int Try = 0; Try < 5; ++Try) // till it is given up, and then
    EXPECT_EQ(wrote(J[0], bytesOf(Block)), false) << Try;
  EXPECT_EQ(wrote(J[0], {}), false);
  EXPECT_FALSE(J[2].has(5)) << "its home lives";
  EXPECT_EQ(wrote(J[0], bytesOf(5)), true);
}

TEST(JobWriteTest, TheDeadHaveNoCopies) {
  JobRanks J({0, 1, 2});
  for (uint64_t Page : {uint64_t(5), Block})
    J[2].lookFor(Page);
  J.kill(2);
  EXPECT_EQ(wrote(J[0], bytesOf(5)), true);
  EXPECT_EQ(wrote(J[0], bytesOf(Block)), true);
}

TEST(JobWriteTest, NobodyHasCopiesOfFilesThatAreNotOpen) {
  JobRanks J({0, 1});
  J[1].fetch(0, 5, 'a');
  J[0].Pages.leave(TheFile);
  EXPECT_EQ(wrote(J[0], bytesOf(5)), true);
  EXPECT_TRUE(J[1].has(5));
}

TEST(JobWriteTest, WhatAHomeForgetsIsNotUsed) {
  JobRanks J({0, 1});
  for (int Rank : {0, 1}) {
    J[Rank].enter(9, {0}); // the home of all of it
    J[Rank].load(0, 5, 'a'), J[Rank].load(1, 6, 'a');
  }
  auto Look = [&](int Rank, uint64_t First, uint64_t Count) {
    std::promise<int> Owner;
    J[Rank].Pages.look(
        {9, 1, First, Count}, -1,
        [&](std::span<const int> Of, uint64_t) { Owner.set_value(Of[0]); });
    return Owner.get_future().get();
  };
  EXPECT_EQ(Look(1, 5, 1), FromStorage);
  EXPECT_EQ(Look(0, 5, 1), 1);
  EXPECT_EQ(Look(1, 6, 1), FromStorage);
  for (uint64_t First = 7, Last = Known + 5; First < Last; First += Block)
    Look(1, First, std::min(Block, Last - First));
  EXPECT_TRUE(J[0].has(5) && J[1].has(5)) << "just so many";
  EXPECT_EQ(Look(0, 5, 1), 1);
  Look(1, 1u << 20, 1);
  EXPECT_TRUE(eventually([&] { return !J[0].has(5) && !J[1].has(5); }));
  EXPECT_TRUE(J[0].has(6) && J[1].has(6));
  EXPECT_EQ(Look(0, 6, 1), 1);
}

// A copy may be used till its node has answered, whoever wrote first.
TEST(JobWriteTest, WaitsForWhatAnotherWriteDrops) {
  JobRanks J({0, 1, 2, 3});
  J[1].hold(DropMessage);
  J[1].fetch(0, 6 * Block, 'a'); // of rank 0
  auto Write = [&](int By) {
    return std::async(std::launch::async, [&J, By] {
      return J[By].Pages.wrote(TheFile, bytesOf(6 * Block)) &&
             J[1].has(6 * Block);
    });
  };
  auto First = Write(2);
  ASSERT_TRUE(J[1].holds());
  auto Second = Write(3);
  Second.wait_for(std::chrono::milliseconds(300)); // it should not come
  J[1].letGo();
  EXPECT_FALSE(First.get());
  EXPECT_FALSE(Second.get()) << "its copy is used";
}

TEST(JobWriteTest, WaitsForWhatTheHomeForgets) {
  JobRanks J({0, 1, 2});
  for (int Rank : {0, 1, 2})
    J[Rank].enter(9, {0});
  J[1].hold(DropMessage);
  J[1].load(0, 5, 'a');
  auto Look = [&](int Rank, uint64_t First, uint64_t Count) {
    std::promise<void> Over;
    J[Rank].Pages.look(
        {9, 1, First, Count}, -1,
        [&](std::span<const int>, uint64_t) { Over.set_value(); });
    Over.get_future().get();
  };
  Look(1, 5, 1);
  for (uint64_t First = 6; First < 6 + Known; First += Block)
    Look(2, First, Block);
  ASSERT_TRUE(J[1].holds());
  auto Write = std::async(std::launch::async, [&] {
    return J[2].Pages.wrote(9, bytesOf(5)) && J[1].has(5);
  });
  Write.wait_for(std::chrono::milliseconds(300)); // it should not come
  J[1].letGo();
  EXPECT_FALSE(Write.get()) << "its copy is used";
}

// Its node goes on, and so do its pages.
TEST(JobWriteTest, ANodeMayOutliveARank) {
  JobRanks J({0, 1, 1});
  J[1].fetch(0, 5, 'a');
  J.kill(1);
  EXPECT_TRUE(J[2].has(5));
  EXPECT_EQ(wrote(J[0], bytesOf(5)), true);
  EXPECT_FALSE(J[2].has(5));
}

} // namespace
