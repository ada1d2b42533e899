//===- FailureTest.cpp - ranks that do not answer -------------------------===//

#include "RawSocket.h"
#include "RemoteFixture.h"

#include <gtest/gtest.h>

using namespace foreslice;
using namespace foreslice::test;
using namespace std::chrono_literals;

namespace {

TEST(FailureTest, AHandlerThatDoesNotAnswerRefuses) {
  Job J(2);
  EXPECT_EQ(ask(J[0], 1, Ignore).Why, Failure::Refused);
  EXPECT_EQ(ask(J[0], 1, Echo).Why, Failure::None);
  EXPECT_EQ(J[0].statistics().RequestsFailed, 1u);
}

TEST(FailureTest, NothingIsAskedOfRanksThatAreNone) {
  Job J(2);
  EXPECT_EQ(ask(J[0], 2, Echo).Why, Failure::Unreachable);
  EXPECT_EQ(ask(J[0], -1, Echo).Why, Failure::Unreachable);
  EXPECT_FALSE(J[0].reachable(2));
  J[0].send(2, Note, {});
}

TEST(FailureTest, NothingGoesBeforeThereArePeers) {
  Job J(1, {}, false);
  EXPECT_EQ(ask(J[0], 0, Echo).Why, Failure::Closed);
  EXPECT_FALSE(J[0].reachable(0));
  J[0].send(0, Note, {});
}

/// Connects rank 0 to rank 1, for which there is the same deadline: beside
/// other work several may pass.
static void connect(Job &J) {
  ASSERT_TRUE(
      eventually([&] { return ask(J[0], 1, Echo).Why == Failure::None; }));
}

TEST(FailureTest, ARequestEndsAtItsDeadline) {
  Job J(2, [](auto &C) { C.Deadline = 500ms; });
  connect(J);
  auto Begin = std::chrono::steady_clock::now();
  EXPECT_EQ(ask(J[0], 1, Hold).Why, Failure::TimedOut);
  EXPECT_GE(std::chrono::steady_clock::now() - Begin, 500ms);
  // An answer that comes late is nobody's.
  J.service(1).takeHeld()[0].send({});
  EXPECT_EQ(J[0].statistics().MalformedFrames, 0u);
}

TEST(FailureTest, RoundsWithoutAnswerMakeARankUnreachableForGood) {
  Job J(2, [](auto &C) { C.Deadline = 500ms; });
  connect(J);
  // Those that are under way together count once.
  for (int Round = 0; Round < 3; ++Round) {
    EXPECT_TRUE(J[0].reachable(1)) << Round;
    std::vector<std::future<Answer>> Answers;
    for (int I = 0; I < 5; ++I)
      Answers.push_back(start(J[0], 1, Hold));
    for (auto &A : Answers) {
      Failure Why = A.get().Why;
      EXPECT_TRUE(Why == Failure::TimedOut ||
                  (Round == 2 && Why == Failure::Unreachable));
    }
  }
  EXPECT_FALSE(J[0].reachable(1));
  EXPECT_EQ(ask(J[0], 1, Echo).Why, Failure::Unreachable);
  EXPECT_TRUE(J[1].reachable(0));
}

TEST(FailureTest, AnAnswerEndsTheRow) {
  Job J(2, [](auto &C) { C.Deadline = 1s; });
  connect(J);
  for (int Round = 0; Round < 3; ++Round) {
    EXPECT_EQ(ask(J[0], 1, Hold).Why, Failure::TimedOut);
    EXPECT_EQ(ask(J[0], 1, Hold).Why, Failure::TimedOut);
    EXPECT_EQ(ask(J[0], 1, Ignore).Why, Failure::Refused);
  }
  EXPECT_TRUE(J[0].reachable(1));
}

TEST(FailureTest, WhereNobodyListensTheRankIsGivenUp) {
  Job J(2, {}, false);
  auto Peers = J.endpoints();
  J.destroy(1);
  ASSERT_TRUE(J[0].setPeers(Peers));
  for (int I = 0; I < 3; ++I) {
    EXPECT_TRUE(J[0].reachable(1));
    EXPECT_EQ(ask(J[0], 1, Echo).Why, Failure::Unreachable);
  }
  EXPECT_FALSE(J[0].reachable(1));
}

TEST(FailureTest, ARankThatGoesAwayFailsItsRequestsAtOnce) {
  Job J(3);
  auto First = start(J[0], 1, Hold), Second = start(J[0], 1, Hold),
       Other = start(J[0], 2, Hold);
  ASSERT_TRUE(eventually([&] { return J.service(1).held() == 2; }));
  J.destroy(1);
  EXPECT_EQ(First.get().Why, Failure::Closed);
  EXPECT_EQ(Second.get().Why, Failure::Closed);
  EXPECT_EQ(ask(J[0], 1, Echo).Why, Failure::Unreachable);
  ASSERT_TRUE(eventually([&] { return J.service(2).held() == 1; }));
  J.service(2).takeHeld()[0].send({});
  EXPECT_EQ(Other.get().Why, Failure::None);
}

TEST(FailureTest, ABrokenConnectionIsMadeAnew) {
  Job J(2);
  auto Peers = J.endpoints();
  // Rank 1 as a server that goes away after the handshake.
  RawListener Server;
  Job Alone(2, [&](auto &C) { C.Key = J.Base.Key; }, false);
  ASSERT_TRUE(Alone[0].setPeers({Peers[0], {loopback(), Server.port()}}));
  for (int I = 0; I < 5; ++I) {
    auto A = start(Alone[0], 1, Echo);
    RawSocket Accepted = Server.accept();
    ASSERT_TRUE(Accepted.acceptHandshake(J.Base.Key));
    Accepted.close();
    EXPECT_EQ(A.get().Why, Failure::Closed);
  }
  EXPECT_TRUE(Alone[0].reachable(1));
}

TEST(FailureTest, AServerThatIsNotOfTheJobIsGivenUp) {
  Job J(2, {}, false);
  RawListener Server;
  ASSERT_TRUE(J[0].setPeers({{loopback(), 1}, {loopback(), Server.port()}}));
  for (int I = 0; I < 3; ++I) {
    auto A = start(J[0], 1, Note, {bytesOf("confidential"), {}, {}});
    RawSocket Accepted = Server.accept();
    EXPECT_FALSE(Accepted.acceptHandshake(Secret::random()));
    EXPECT_EQ(A.get().Why, Failure::Unreachable);
  }
  EXPECT_FALSE(J[0].reachable(1));
  EXPECT_EQ(J[0].statistics().ForeignConnections, 3u);
}

TEST(FailureTest, AServerThatSaysNothingIsGivenUp) {
  Job J(2, [](auto &C) { C.Deadline = 50ms; }, false);
  RawListener Server; // the kernel accepts
  ASSERT_TRUE(J[0].setPeers({{loopback(), 1}, {loopback(), Server.port()}}));
  for (int I = 0; I < 3; ++I) {
    Failure Why = ask(J[0], 1, Echo).Why;
    EXPECT_TRUE(Why == Failure::TimedOut || Why == Failure::Unreachable);
  }
  EXPECT_TRUE(eventually([&] { return !J[0].reachable(1); }));
}

TEST(FailureTest, TheDestructorFailsWhatIsOutstanding) {
  Job J(2);
  std::vector<std::future<Answer>> Answers;
  for (int I = 0; I < 50; ++I)
    Answers.push_back(start(J[0], 1, Hold));
  ASSERT_TRUE(eventually([&] { return J.service(1).held() == 50; }));
  for (int I = 0; I < 50; ++I)
    Answers.push_back(start(J[0], 1, Hold, {pattern(1 << 18), {}, {}}));
  J.destroy(0);
  for (auto &A : Answers) {
    Failure Why = A.get().Why;
    EXPECT_EQ(Why, Failure::Closed);
  }
}

TEST(FailureTest, RepliesMayOutliveTheMessenger) {
  Job J(2);
  auto A = start(J[0], 1, Hold), B = start(J[0], 1, Hold);
  ASSERT_TRUE(eventually([&] { return J.service(1).held() == 2; }));
  auto Held = J.service(1).takeHeld();
  J.destroy(1);
  Held[0].send({bytesOf("late"), {}, {}});
  Held.clear();
  EXPECT_EQ(A.get().Why, Failure::Closed);
  EXPECT_EQ(B.get().Why, Failure::Closed);
}

} // namespace
