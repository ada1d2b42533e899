//===- LimitTest.cpp - queues and connections are bounded -----------------===//

#include "RawSocket.h"
#include "RemoteFixture.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <thread>

using namespace foreslice;
using namespace foreslice::test;

namespace {

TEST(LimitTest, IdleConnectionsMakeRoom) {
  Job J(6, [](auto &C) { C.MaxConnections = 2; });
  size_t Before = openDescriptors();
  for (int Round = 0; Round < 3; ++Round)
    for (int To = 1; To < 6; ++To)
      EXPECT_EQ(ask(J[0], To, Echo).Why, Failure::None);
  // Two at rank 0, and their other ends.
  EXPECT_TRUE(eventually([&] { return openDescriptors() <= Before + 4; }));
}

TEST(LimitTest, IncomingConnectionsMakeRoom) {
  Job J(6, [](auto &C) { C.MaxConnections = 2; });
  for (int Round = 0; Round < 3; ++Round)
    for (int From = 1; From < 6; ++From)
      // A request may meet the end of the connection half-way.
      EXPECT_TRUE(eventually(
          [&] { return ask(J[From], 0, Echo).Why == Failure::None; }));
}

TEST(LimitTest, BusyConnectionsAreKept) {
  Job J(4, [](auto &C) { C.MaxConnections = 2; });
  auto First = start(J[0], 1, Hold), Second = start(J[0], 2, Hold);
  ASSERT_TRUE(eventually(
      [&] { return J.service(1).held() == 1 && J.service(2).held() == 1; }));
  EXPECT_EQ(ask(J[0], 3, Echo).Why, Failure::Busy);
  EXPECT_TRUE(J[0].reachable(3));
  J.service(1).takeHeld()[0].send({});
  J.service(2).takeHeld()[0].send({});
  EXPECT_EQ(First.get().Why, Failure::None);
  EXPECT_EQ(Second.get().Why, Failure::None);
  EXPECT_EQ(ask(J[0], 3, Echo).Why, Failure::None);
}

TEST(LimitTest, TooLongPayloadsAreRefused) {
  Job J(2);
  Bytes Long((8u << 20) + 1);
  EXPECT_EQ(ask(J[0], 1, Echo, {Long, {}, {}}).Why, Failure::Refused);
  auto A = start(J[0], 1, Hold);
  ASSERT_TRUE(eventually([&] { return J.service(1).held() == 1; }));
  J.service(1).takeHeld()[0].send({Long, {}, {}});
  EXPECT_EQ(A.get().Why, Failure::Refused);
  EXPECT_EQ(ask(J[0], 1, Echo).Why, Failure::None);
}

TEST(LimitTest, RequestsBeyondTheQueueFailAtOnce) {
  Job J(2, [](auto &C) { C.MaxQueued = 4u << 20; }, false);
  std::promise<void> Go;
  auto C = J.Base;
  C.Rank = 1;
  auto Slow = makeMessenger(
      C, [Gate = Go.get_future().share()](int, uint8_t, auto, Reply To) {
        Gate.wait();
        To.send({});
      });
  std::vector<Endpoint> Peers = {{loopback(), J[0].port()},
                                 {loopback(), Slow->port()}};
  ASSERT_TRUE(J[0].setPeers(Peers));
  ASSERT_TRUE(Slow->setPeers(Peers));
  std::vector<std::future<Answer>> Answers;
  for (int I = 0; I < 100; ++I)
    Answers.push_back(start(J[0], 1, Echo, {Bytes(1u << 20), {}, {}}));
  ASSERT_TRUE(eventually([&] { return J[0].statistics().RequestsFailed > 0; }));
  Go.set_value();
  size_t Done = 0, Busy = 0;
  for (auto &A : Answers) {
    Failure Why = A.get().Why;
    Done += Why == Failure::None;
    Busy += Why == Failure::Busy;
  }
  EXPECT_GE(Done, 3u);
  EXPECT_EQ(Done + Busy, 100u);
  EXPECT_EQ(ask(J[0], 1, Echo).Why, Failure::None);
}

TEST(LimitTest, WhoDoesNotTakeItsAnswersIsNotAnsweredFurther) {
  Job J(2, [](auto &C) { C.MaxQueued = 4u << 20; });
  RawSocket S = RawSocket::connect(J[0].port());
  ASSERT_TRUE(S.proveMyself(J.Base.Key, {1, 0}));
  constexpr size_t Requests = 128;
  Bytes Page = pattern(1u << 16);
  std::thread Writer([&] {
    for (size_t I = 1; I <= Requests * 16; ++I)
      EXPECT_TRUE(S.writeFrame({wire::Kind::Request, Echo, 0, I}, Page));
  });
  // 128 MiB in all: neither side's kernel holds as much.
  size_t Before = 0;
  ASSERT_TRUE(eventually([&] {
    size_t Now = J.service(0).Calls;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return Now > 0 && std::exchange(Before, Now) == Now;
  }));
  EXPECT_LT(J.service(0).Calls, Requests * 16);
  for (size_t I = 1; I <= Requests * 16; ++I) {
    wire::HeaderBytes Head;
    Bytes Body(Page.size());
    ASSERT_TRUE(S.read(Head));
    auto H = wire::decode(Head);
    ASSERT_TRUE(H && H->What == wire::Kind::Reply && H->Id == I);
    ASSERT_TRUE(S.read(Body));
    ASSERT_EQ(Body, Page);
  }
  Writer.join();
}

TEST(LimitTest, ManyLargeAnswersWaitForEachOther) {
  Job J(2, [](auto &C) { C.MaxQueued = 2u << 20; });
  auto Page = std::make_shared<Bytes>(pattern(1u << 20));
  std::vector<std::future<Answer>> Answers;
  for (int I = 0; I < 100; ++I)
    Answers.push_back(start(J[0], 1, Hold));
  ASSERT_TRUE(eventually([&] { return J.service(1).held() == 100; }));
  for (Reply &To : J.service(1).takeHeld())
    To.send({{}, {std::span<const std::byte>(*Page)}, Page});
  for (auto &A : Answers)
    EXPECT_EQ(A.get().Payload, *Page);
}

TEST(LimitTest, UnansweredRequestsHoldUpThoseBehindThem) {
  Job J(2);
  std::vector<std::future<Answer>> Answers;
  for (int I = 0; I < 200; ++I)
    Answers.push_back(start(J[0], 1, Hold));
  ASSERT_TRUE(eventually([&] { return J.service(1).held() == 128; }));
  EXPECT_TRUE(eventually([&] {
    for (Reply &To : J.service(1).takeHeld())
      To.send({});
    return std::ranges::all_of(Answers, [](auto &A) {
      return A.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    });
  }));
  for (auto &A : Answers) {
    Failure Why = A.get().Why;
    EXPECT_EQ(Why, Failure::None);
  }
}

TEST(LimitTest, WhoTakesNothingForLongIsGivenUp) {
  Job J(2, [](auto &C) { C.Deadline = std::chrono::milliseconds(200); });
  RawSocket S = RawSocket::connect(J[0].port());
  ASSERT_TRUE(S.proveMyself(J.Base.Key, {1, 0}));
  auto Pages = std::make_shared<Bytes>(8u << 20);
  for (uint64_t Id = 1; Id <= 3; ++Id)
    ASSERT_TRUE(S.writeFrame({wire::Kind::Request, Hold, 0, Id}));
  ASSERT_TRUE(eventually([&] { return J.service(0).held() == 3; }));
  for (Reply &To : J.service(0).takeHeld())
    To.send({{}, {std::span<const std::byte>(*Pages)}, Pages});
  EXPECT_TRUE(eventually([&] { return Pages.use_count() == 1; }));
}

} // namespace
