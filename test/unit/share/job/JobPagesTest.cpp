//===- JobPagesTest.cpp - who has a page, and copies of it ----------------===//

#include "JobFixture.h"

#include <gtest/gtest.h>
#include <thread>

using namespace foreslice;
using namespace foreslice::test;

namespace {

using Owners = std::vector<int>;
using Sizes = std::vector<uint32_t>;
constexpr int FromStorage = RemotePages::FromStorage;
constexpr uint32_t Missing = RemotePages::Missing;

//===----------------------------------------------------------------------===//
// Who has a page
//===----------------------------------------------------------------------===//

TEST(JobLookTest, TheFirstReadsFromStorageAndTheOthersAskIt) {
  JobRanks J({0, 1, 2});
  for (int Home = 0; Home < 3; ++Home) {
    uint64_t Page = static_cast<uint64_t>(Home) * Block;
    EXPECT_EQ(J[1].lookFor(Page), FromStorage) << Home;
    EXPECT_EQ(J[2].lookFor(Page), 1) << Home;
    EXPECT_EQ(J[0].lookFor(Page), 1) << Home;
    EXPECT_EQ(J[1].lookFor(Page), FromStorage) << "again: " << Home;
    EXPECT_EQ(J[0].lookFor(Page + 1), FromStorage) << "another page: " << Home;
  }
}

TEST(JobLookTest, RanksOfANodeDoNotAskEachOther) {
  JobRanks J({0, 0, 1});
  EXPECT_EQ(J[0].lookFor(5), FromStorage);
  EXPECT_EQ(J[1].lookFor(5), FromStorage);
  EXPECT_EQ(J[2].lookFor(5), 1);
}

TEST(JobLookTest, ANewerGenerationIsFetchedAgain) {
  JobRanks J({0, 1, 2});
  for (uint64_t Page : {uint64_t(5), Block}) {
    EXPECT_EQ(J[1].look(Page, 1, -1, 1), Owners{FromStorage});
    EXPECT_EQ(J[2].look(Page, 1, -1, 2), Owners{FromStorage});
    EXPECT_EQ(J[1].look(Page, 1, -1, 2), Owners{2});
    EXPECT_EQ(J[0].look(Page, 1, -1, 1), Owners{2});
  }
}

TEST(JobLookTest, WhoHasLostItIsNotAsked) {
  JobRanks J({0, 1, 2});
  for (uint64_t Page : {uint64_t(5), Block}) {
    EXPECT_EQ(J[1].lookFor(Page), FromStorage);
    EXPECT_EQ(J[2].lookFor(Page, 0), 1) << "that was not to have it";
    EXPECT_EQ(J[0].lookFor(Page, 1), FromStorage);
    EXPECT_EQ(J[2].lookFor(Page, 1), 0) << "someone else has it by now";
  }
}

TEST(JobLookTest, ARunMayHaveManyHomes) {
  JobRanks J({0, 1, 2});
  uint64_t First = Block - 3, Count = 3 * Block;
  J[1].look(First + 1, 1), J[1].look(First + Count - 1, 1);
  J[2].look(Block, Block);
  Owners Expected(Count, FromStorage);
  Expected[1] = Expected.back() = 1;
  std::fill_n(Expected.begin() + 3, Block, 2);
  EXPECT_EQ(J[0].look(First, Count), Expected);
  std::ranges::replace(Expected, FromStorage, 0);
  std::ranges::replace(Expected, 1, FromStorage);
  EXPECT_EQ(J[1].look(First, Count), Expected);
}

// So that there are few connections, and one rank a node that may be missed.
TEST(JobLookTest, TheFirstRankOfANodeIsTheHome) {
  JobRanks J({0, 0, 1});
  J.kill(1);
  for (uint64_t Page = 0; Page < 4 * Block; Page += Block)
    EXPECT_EQ(J[2].lookFor(Page), FromStorage);
  EXPECT_TRUE(J[2].Node.onlyJob(J[2].Shared, TheFile)) << "all have answered";
}

TEST(JobLookTest, OfADeadHomeNothingIsKnown) {
  JobRanks J({0, 1, 2});
  J[1].look(0, 3 * Block);
  J.kill(1);
  Owners Expected(3 * Block, 1);
  std::fill_n(Expected.begin() + Block, Block, FromStorage);
  for (int Try = 0; Try < 5; ++Try) // till it is given up, and then
    EXPECT_EQ(J[0].look(0, 3 * Block), Expected) << Try;
  // It may have heard, and send others here after a write that it did not hear
  // of.
  EXPECT_FALSE(J[0].Node.onlyJob(J[0].Shared, TheFile));
  EXPECT_TRUE(J[2].Node.onlyJob(J[2].Shared, TheFile));
  // The next time no question is sent, and it does not know what is read.
  EXPECT_FALSE(J[0].Net->reachable(1));
  J[0].Node.leaveJob(J[0].Shared);
  J[0].Node.enterJob(J[0].Shared, TheFile);
  EXPECT_EQ(J[0].lookFor(Block), FromStorage);
  EXPECT_FALSE(J[0].Node.onlyJob(J[0].Shared, TheFile));
}

TEST(JobLookTest, NothingIsKnownOfFilesThatAreNotOpen) {
  JobRanks J({0, 1});
  EXPECT_EQ(J[1].lookFor(5), FromStorage);
  J[0].Pages.leave(TheFile); // the home
  EXPECT_EQ(J[0].look(5, 2), Owners(2, FromStorage));
  EXPECT_EQ(J[1].look(5, 2), Owners(2, FromStorage));
  J[0].enter(TheFile, {0, 1});
  EXPECT_EQ(J[0].lookFor(5), FromStorage) << "forgotten";
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

TEST(JobGetTest, GivesTheBytes) {
  JobRanks J({0, 1});
  J[1].load(3, 5, 'a'), J[1].load(0, 6, 'b', 100), J[1].load(2, 8, 'd');
  Copies C = J[0].get(1, 4, 6);
  EXPECT_EQ(C.Valid,
            (Sizes{Missing, PageSize, 100, Missing, PageSize, Missing}));
  Bytes Expected(6 * PageSize);
  std::fill_n(&Expected[1 * PageSize], PageSize, std::byte('a'));
  std::fill_n(&Expected[2 * PageSize], 100, std::byte('b'));
  std::fill_n(&Expected[4 * PageSize], PageSize, std::byte('d'));
  EXPECT_EQ(C.Data, Expected);
}

TEST(JobGetTest, AFullMessage) {
  JobRanks J({0, 1}, Block);
  for (uint32_t I = 0; I < Block; ++I)
    J[1].load(I, Block - 7 + I, static_cast<char>(I));
  Copies C = J[0].get(1, Block - 7, Block);
  EXPECT_EQ(C.Valid, Sizes(Block, PageSize));
  for (uint32_t I = 0; I < Block; ++I)
    EXPECT_EQ(C.of(I), static_cast<char>(I));
}

TEST(JobGetTest, WhatOthersOfTheNodeHave) {
  JobRanks J({0, 1, 1});
  J[2].load(0, 5, 'a');
  EXPECT_EQ(J[0].get(1, 5).of(0), 'a');
  J[2].claim(1, 6);
  EXPECT_EQ(J[0].get(1, 6).Valid, Sizes{Missing}) << "nobody would tell";
}

TEST(JobGetTest, NothingOfOtherFilesOrOlderGenerations) {
  JobRanks J({0, 1});
  J[1].load(0, 5, 'a');
  EXPECT_EQ(J[0].get(1, 5, 1, 1, TheFile + 1).Valid, Sizes{Missing});
  EXPECT_EQ(J[0].get(1, 5, 1, 2).Valid, Sizes{Missing}) << "not there yet";
  J[1].renew(2);
  EXPECT_EQ(J[0].get(1, 5, 1, 2).Valid, Sizes{Missing}) << "older";
  J[1].remove(0);
  J[1].load(0, 5, 'b');
  EXPECT_EQ(J[0].get(1, 5, 1, 2).of(0), 'b');
  EXPECT_EQ(J[0].get(1, 5, 1, 1).of(0), 'b') << "newer than need be";
}

TEST(JobGetTest, NothingThatWasWritten) {
  JobRanks J({0, 1});
  J[1].load(0, 5, 'a');
  ByteRange Byte{bytesOf(5).End - 1, bytesOf(5).End};
  J[1].Node.beginWrite(J[1].Shared, Byte);
  J[1].Node.endWrite(J[1].Shared, Byte);
  EXPECT_EQ(J[0].get(1, 5).Valid, Sizes{Missing});
}

TEST(JobGetTest, NothingThatOthersMayWriteUnheard) {
  JobRanks J({0, 1});
  J[1].load(0, 5, 'a');
  EXPECT_EQ(J[0].get(1, 5).of(0), 'a');
  J[1].Node.spoilJob(J[1].Shared);
  EXPECT_EQ(J[0].get(1, 5).Valid, Sizes{Missing});
}

TEST(JobGetTest, NothingOfTheDead) {
  JobRanks J({0, 1});
  J[1].claim(0, 5);
  std::future<Copies> Waiting = J[0].startGet(1, 5);
  J.kill(1);
  EXPECT_EQ(Waiting.get().Valid, Sizes{Missing});
  EXPECT_EQ(J[0].get(1, 5, 2).Valid, Sizes(2, Missing));
  EXPECT_EQ(J[0].get(77, 5).Valid, Sizes{Missing}) << "nor of none";
}

struct WaitingGetTest : testing::Test {
  WaitingGetTest() {
    J[1].load(0, 4, 'a');
    J[1].claim(1, 5), J[1].claim(2, 6);
  }
  std::future<Copies> startGet(uint64_t First, uint64_t Count) {
    auto Get = J[0].startGet(1, First, Count);
    J[0].get(1, 100); // behind it
    EXPECT_FALSE(isOver(Get));
    return Get;
  }
  static bool isOver(const std::future<Copies> &Get) {
    return Get.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }

  JobRanks J{{0, 1}};
};

TEST_F(WaitingGetTest, WaitsForPagesOnTheirWay) {
  auto Five = startGet(5, 1), All = startGet(3, 4);
  J[1].publish(1, 'b');
  J[1].Pages.settled();
  Copies One = Five.get();
  EXPECT_EQ(One.of(0), 'b');
  EXPECT_TRUE(One.Waited);
  EXPECT_FALSE(J[0].get(1, 5).Waited);
  EXPECT_FALSE(isOver(All));
  J[1].publish(2, 'c', 100);
  J[1].Pages.settled();
  Copies C = All.get();
  EXPECT_EQ(C.Valid, (Sizes{Missing, PageSize, PageSize, 100}));
  EXPECT_EQ(C.of(1), 'a');
  EXPECT_EQ(C.of(2), 'b');
  EXPECT_EQ(C.of(3), 'c');
}

// So no two wait for each other.
TEST(WaitingGetOfCopiesTest, WhoWasToldLaterWaits) {
  JobRanks J({0, 1});
  auto Get = [&](uint64_t Number) {
    auto Out = J[0].startGet(1, 5, 1, 1, TheFile, Number);
    J[0].get(1, 100); // behind it
    return Out;
  };
  auto IsOver = [](auto &Of) {
    return Of.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  };
  J[1].claim(1, 5);
  J[1].Node.noteKnown(J[1].Node.idOf(1), true, 7);
  EXPECT_EQ(Get(0).get().Valid, Sizes{Missing});
  EXPECT_EQ(Get(6).get().Valid, Sizes{Missing});
  EXPECT_EQ(Get(7).get().Valid, Sizes{Missing});
  auto Later = Get(8);
  EXPECT_FALSE(IsOver(Later));
  J[1].publish(1, 'b');
  J[1].Pages.settled();
  EXPECT_EQ(Later.get().of(0), 'b');
}

TEST_F(WaitingGetTest, TillTheyWillNotCome) {
  auto Get = startGet(4, 2);
  J[1].remove(1);
  J[1].Pages.settled();
  EXPECT_EQ(Get.get().Valid, (Sizes{PageSize, Missing}));
}

TEST_F(WaitingGetTest, OrAreWritten) {
  auto Five = startGet(5, 1);
  J[1].Node.writtenElsewhere(J[1].Shared, bytesOf(5));
  J[1].publish(1, 'b');
  J[1].Pages.settled();
  EXPECT_EQ(Five.get().Valid, Sizes{Missing});
}

TEST_F(WaitingGetTest, OrTheFileIsLeft) {
  auto Get = startGet(4, 2);
  J[1].Pages.leave(TheFile);
  EXPECT_EQ(Get.get().Valid, Sizes(2, Missing));
}

TEST_F(WaitingGetTest, OrAGenerationBegins) {
  auto Get = startGet(5, 1);
  J[1].renew(2);
  J[1].publish(1, 'b');
  J[1].Pages.settled();
  EXPECT_EQ(Get.get().Valid, Sizes{Missing});
}

// Two threads say that pages have come, while answers to others are copied.
TEST(WaitingGetRaceTest, NoneIsForgotten) {
  JobRanks J({0, 1}, 2 * Block);
  for (uint32_t I = 2; I < Block; ++I)
    J[1].load(I, I, 'a');
  for (int Round = 0; Round < 100; ++Round) {
    J[1].claim(0, 0), J[1].claim(1, 1);
    auto Zero = J[0].startGet(1, 0), Others = J[0].startGet(1, 1, Block - 1);
    J[0].get(1, 2 * Block); // behind them
    std::atomic<bool> First{false};
    std::thread Other([&] {
      while (!First)
        ;
      J[1].publish(0, 'b');
      J[1].Pages.settled();
    });
    J[1].publish(1, 'c');
    First = true;
    J[1].Pages.settled();
    Other.join();
    Others.get();
    bool Answered =
        Zero.wait_for(std::chrono::minutes(10)) == std::future_status::ready;
    J[1].Pages.settled();
    Zero.get();
    ASSERT_TRUE(Answered) << Round;
    J[1].remove(0), J[1].remove(1);
  }
}

//===----------------------------------------------------------------------===//
// Messages that mean nothing
//===----------------------------------------------------------------------===//

struct MalformedTest : testing::Test {
  /// Says so to rank 0, which does not answer.
  void refused(uint8_t Type, std::span<const std::byte> Payload) {
    Bytes Own(Payload.begin(), Payload.end());
    J[1].Net->send(0, Type, {Own, {}, {}});
    EXPECT_EQ(ask(*J[1].Net, 0, Type, {Own, {}, {}}).Why, Failure::Refused)
        << int(Type) << ", " << Payload.size();
  }
  template <class T> Bytes bytes(const T &Numbers) {
    auto Of = std::as_bytes(std::span(Numbers));
    return {Of.begin(), Of.end()};
  }
  Failure answer(uint8_t Type, const Bytes &Payload) {
    return ask(*J[1].Net, 0, Type, {Payload, {}, {}}).Why;
  }

  JobRanks J{{0, 1}};
};

TEST_F(MalformedTest, OfNoKnownType) {
  for (uint8_t Type : {5, 77, 255})
    for (size_t Size : {0, 16, 40})
      refused(Type, Bytes(Size));
}

TEST_F(MalformedTest, OfAWrongSize) {
  struct {
    uint8_t Type;
    size_t Size;
  } Right[] = {{LookMessage, 48},
               {GetMessage, 40},
               {WroteMessage, 32},
               {DropMessage, 32}};
  for (auto [Type, Size] : Right) {
    for (size_t Wrong : {size_t(0), size_t(1), Size - 8, Size - 1, Size + 1,
                         Size + 8, size_t(1) << 20})
      refused(Type, Bytes(Wrong, std::byte(1)));
    uint64_t Fits[6] = {TheFile, 1, 2, 1, 0, 0};
    Bytes Sent = bytes(Fits);
    Sent.resize(Size);
    EXPECT_EQ(answer(Type, Sent), Failure::None) << int(Type);
  }
}

TEST_F(MalformedTest, OfTooManyPagesOrNone) {
  for (uint64_t Count : {uint64_t(0), Block + 1, uint64_t(1) << 32,
                         uint64_t(1) << 62, UINT64_MAX}) {
    refused(LookMessage,
            bytes(std::array{TheFile, 1ul, 0ul, Count, 0ul, -1ul}));
    refused(GetMessage, bytes(std::array{TheFile, 1ul, 0ul, Count, 0ul}));
  }
  // As many as there may be, but at no place where a file has some.
  Bytes Far = bytes(std::array{TheFile, 1ul, UINT64_MAX - 1, Block, 0ul});
  EXPECT_EQ(answer(GetMessage, Far), Failure::None);
  Far.resize(48);
  EXPECT_EQ(answer(LookMessage, Far), Failure::None);
}

TEST_F(MalformedTest, OfNoBytes) {
  for (uint8_t Type : {WroteMessage, DropMessage})
    for (auto [Begin, End] : {std::pair(0ul, 0ul), std::pair(5ul, 5ul),
                              std::pair(5ul, 4ul), std::pair(UINT64_MAX, 0ul)})
      refused(Type, bytes(std::array{TheFile, Begin, End, 0ul}));
}

TEST_F(MalformedTest, AnswersAreNoneEither) {
  J[1].hold(GetMessage);
  auto Get = [&](std::initializer_list<uint32_t> Numbers, size_t Size) {
    auto Over = J[0].startGet(1, 5, 2);
    Bytes Sent = bytes(Numbers);
    Sent.resize(Size);
    J[1].takeHeld().To.send({Sent, {}, {}});
    return Over.get().Valid;
  };
  EXPECT_EQ(Get({}, 0), Sizes(2, Missing));
  EXPECT_EQ(Get({0, 1}, 11), Sizes(2, Missing));
  EXPECT_EQ(Get({0, 1, 2}, 12 + 2), (Sizes{1, Missing})) << "too few bytes";
  EXPECT_EQ(Get({0, PageSize + 1, 2}, 12 + 2 * PageSize), (Sizes{Missing, 2}));
  J[1].hold(LookMessage);
  auto Look = std::async([&] { return J[0].look(Block, 2); });
  J[1].takeHeld().To.send({Bytes(7), {}, {}});
  EXPECT_EQ(Look.get(), Owners(2, FromStorage)) << "too few ranks";
}

TEST(JobPages, TheFirstRanksOfOtherNodesAreTold) {
  JobRanks J({0, 0, 1, 1, 2});
  std::array<std::promise<Bytes>, 5> Heard;
  for (int Rank = 0; Rank < J.size(); ++Rank)
    J[Rank].Pages.onTold([&, Rank](std::span<const std::byte> Message) {
      Heard[static_cast<size_t>(Rank)].set_value(
          {Message.begin(), Message.end()});
    });
  const Bytes Says(3, std::byte{7});
  J[1].Pages.tell(Says);
  EXPECT_EQ(Heard[2].get_future().get(), Says);
  EXPECT_EQ(Heard[4].get_future().get(), Says);
  for (size_t Rank : {0, 1, 3})
    EXPECT_NE(Heard[Rank].get_future().wait_for(std::chrono::seconds(0)),
              std::future_status::ready);
}

} // namespace
