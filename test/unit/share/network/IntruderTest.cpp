//===- IntruderTest.cpp - strangers at the listener -----------------------===//
//
// Whatever strangers send: no handler sees it, the counters tell of it, no
// descriptor is left, and the ranks still reach each other.
//
//===----------------------------------------------------------------------===//

#include "RawSocket.h"
#include "RemoteFixture.h"

#include <gtest/gtest.h>
#include <random>
#include <thread>

using namespace foreslice;
using namespace foreslice::test;

namespace {

struct IntruderTest : testing::Test {
  /// Asks once, so that what follows changes nothing about descriptors.
  void SetUp() override {
    EXPECT_EQ(ask(J[1], 0, Echo).Why, Failure::None);
    Before = openDescriptors();
  }
  /// All is as before, but for what the counters say.
  void expectUnharmed(size_t Foreign, size_t Malformed = 0) {
    EXPECT_TRUE(eventually([&] { return foreign() == Foreign; }))
        << foreign() << " of " << Foreign;
    EXPECT_TRUE(eventually([&] { return malformed() == Malformed; }))
        << malformed() << " of " << Malformed;
    EXPECT_TRUE(eventually([&] { return openDescriptors() == Before; }));
    EXPECT_EQ(J.service(0).Calls, 1u);
    EXPECT_EQ(ask(J[1], 0, Echo).Why, Failure::None);
    EXPECT_EQ(ask(J[0], 1, Echo).Why, Failure::None);
  }
  size_t foreign() { return J[0].statistics().ForeignConnections; }
  size_t malformed() { return J[0].statistics().MalformedFrames; }
  RawSocket connect() { return RawSocket::connect(J[0].port()); }
  Bytes random(size_t Size) {
    Bytes Out(Size);
    for (std::byte &B : Out)
      B = std::byte(Random());
    return Out;
  }

  /// Rank 2 is the strangers' claim.
  Job J{3};
  size_t Before = 0;
  std::mt19937 Random{1};
};

TEST_F(IntruderTest, RandomBytes) {
  for (int I = 0; I < 2000; ++I) {
    RawSocket S = connect();
    S.write(random(Random() % 300));
  }
  expectUnharmed(2000);
}

TEST_F(IntruderTest, HellosThatAreCutOffOrChanged) {
  constexpr size_t Rounds = 1000;
  for (size_t I = 0; I < Rounds; ++I) {
    RawSocket S = connect();
    auto H = handshake::makeHello({2, 0});
    if (I % 2 == 0) {
      S.write(std::span(H).first(I / 2 % H.size()));
      continue;
    }
    // In what is checked: magic, version, the ranks.
    H[Random() % 16] ^= std::byte(0x80 >> Random() % 8);
    S.write(H);
    handshake::Answer A;
    // Other ranks of the job may be claimed, without being proven.
    if (S.read(A))
      EXPECT_FALSE(handshake::proves(Secret::random(), H, A));
  }
  expectUnharmed(Rounds);
}

TEST_F(IntruderTest, WrongSecret) {
  for (int I = 0; I < 200; ++I) {
    RawSocket S = connect();
    handshake::Answer A;
    auto H = handshake::makeHello({2, 0});
    ASSERT_TRUE(S.write(H) && S.read(A));
    ASSERT_TRUE(S.write(handshake::makeProof(Secret::random(), H, A)));
    S.writeFrame({wire::Kind::OneWay, Note, 0, 0}, bytesOf("let me in"));
    EXPECT_TRUE(S.isEnded());
  }
  expectUnharmed(200);
}

TEST_F(IntruderTest, AHandshakeThatWasOverheard) {
  RawSocket Genuine = connect();
  ASSERT_TRUE(Genuine.proveMyself(J.Base.Key, {2, 0}));
  RawSocket S = connect();
  handshake::Answer A;
  ASSERT_TRUE(S.write(Genuine.Said.Hello) && S.read(A));
  ASSERT_TRUE(S.write(Genuine.Said.Proof));
  EXPECT_TRUE(S.isEnded());
  Genuine.close();
  S.close();
  expectUnharmed(1);
}

TEST_F(IntruderTest, AHandshakeWithAnotherRank) {
  RawSocket S = connect();
  // Rank 1's listener would take it; this one's answer is never given.
  ASSERT_TRUE(S.write(handshake::makeHello({2, 1})));
  EXPECT_TRUE(S.isEnded());
  RawSocket T = connect();
  ASSERT_TRUE(T.write(handshake::makeHello({3, 0})));
  EXPECT_TRUE(T.isEnded());
  S.close();
  T.close();
  expectUnharmed(2);
}

TEST_F(IntruderTest, MalformedFramesAfterAValidHandshake) {
  auto Header = [](wire::Header H) { return wire::encode(H); };
  std::vector<Bytes> Frames;
  auto Add = [&](const wire::HeaderBytes &H) {
    Frames.emplace_back(H.begin(), H.end());
  };
  Add(Header({wire::Kind::OneWay, Note, (8u << 20) + 1, 0}));
  Add(Header({wire::Kind::OneWay, Note, UINT32_MAX, 0}));
  Add(Header({wire::Kind::OneWay, Note, 0, 7}));
  Add(Header({wire::Kind::Request, Echo, 0, 0}));
  Add(Header({wire::Kind(4), Note, 0, 1}));
  Add(Header({wire::Kind::Reply, 0, 0, 1}));
  Add(Header({wire::Kind::Failure, 0, 0, 1}));
  for (int I = 0; I < 300; ++I)
    Frames.push_back(random(wire::HeaderSize + Random() % 100));
  for (const Bytes &F : Frames) {
    RawSocket S = connect();
    ASSERT_TRUE(S.proveMyself(J.Base.Key, {2, 0}));
    S.write(F);
    EXPECT_TRUE(S.isEnded());
  }
  expectUnharmed(0, Frames.size());
}

TEST_F(IntruderTest, FramesThatAreCutOff) {
  for (size_t I = 0; I < 300; ++I) {
    RawSocket S = connect();
    ASSERT_TRUE(S.proveMyself(J.Base.Key, {2, 0}));
    Bytes Payload = random(100);
    Bytes Frame = Payload;
    auto H = wire::encode({wire::Kind::OneWay, Note, 100, 0});
    Frame.insert(Frame.begin(), H.begin(), H.end());
    S.write(std::span(Frame).first(Random() % Frame.size()));
  }
  expectUnharmed(0);
}

TEST_F(IntruderTest, AnswersToWhatNobodyAsked) {
  RawListener Server;
  Job Alone(2, [&](auto &C) { C.Key = J.Base.Key; }, false);
  ASSERT_TRUE(Alone[0].setPeers(
      {{loopback(), Alone[0].port()}, {loopback(), Server.port()}}));
  auto A = start(Alone[0], 1, Echo);
  RawSocket S = Server.accept();
  ASSERT_TRUE(S.acceptHandshake(J.Base.Key));
  ASSERT_TRUE(S.writeFrame({wire::Kind::Reply, 0, 0, 999}, bytesOf("x")));
  ASSERT_TRUE(S.writeFrame({wire::Kind::Failure, 99, 0, 1}));
  EXPECT_EQ(A.get().Why, Failure::Refused);
  auto B = start(Alone[0], 1, Echo);
  ASSERT_TRUE(S.writeFrame({wire::Kind::Request, Echo, 0, 1}));
  EXPECT_EQ(B.get().Why, Failure::Closed);
  EXPECT_EQ(Alone[0].statistics().MalformedFrames, 1u);
}

/// Rank 0, at whose listener the strangers are, and rank 1.
struct SlowIntruderTest : testing::Test {
  void start(std::chrono::milliseconds PatienceOfZero) {
    Messenger::Config C;
    C.Key = Secret::random();
    C.Address = loopback();
    C.Deadline = PatienceOfZero;
    Zero = makeMessenger(C, [&](int From, uint8_t Type, auto B, Reply To) {
      S.handle(From, Type, B, std::move(To));
    });
    C.Rank = 1;
    C.Deadline = std::chrono::seconds(60);
    One = makeMessenger(C, {});
    std::vector<Endpoint> Peers = {{loopback(), Zero->port()},
                                   {loopback(), One->port()}};
    ASSERT_TRUE(Zero->setPeers(Peers));
    ASSERT_TRUE(One->setPeers(Peers));
    Before = openDescriptors();
  }
  void connect(size_t Number) {
    for (size_t I = 0; I < Number; ++I) {
      Slow.push_back(RawSocket::connect(Zero->port()));
      Slow.back().write(bytesOf("F"));
    }
  }

  Service S;
  std::unique_ptr<Messenger> Zero, One;
  std::vector<RawSocket> Slow;
  size_t Before = 0;
};

TEST_F(SlowIntruderTest, DoNotKeepTheRanksOutForLong) {
  start(std::chrono::milliseconds(100));
  connect(200);
  EXPECT_EQ(ask(*One, 0, Echo).Why, Failure::None);
  EXPECT_TRUE(
      eventually([&] { return Zero->statistics().ForeignConnections == 200; }));
  for (RawSocket &R : Slow)
    EXPECT_TRUE(R.isEnded());
}

TEST_F(SlowIntruderTest, AreLetInOnlySoManyAtATime) {
  start(std::chrono::seconds(60));
  connect(64);
  ASSERT_TRUE(eventually([&] { return openDescriptors() == Before + 128; }));
  connect(100);
  auto A = test::start(*One, 0, Echo);
  // Their own, and the one with which rank 1 is waiting.
  const size_t Open = Before + 128 + 100 + 1;
  EXPECT_TRUE(eventually([&] { return openDescriptors() == Open; }));
  A.wait_for(std::chrono::milliseconds(200)); // no more should come
  EXPECT_EQ(openDescriptors(), Open);
  Slow.clear();
  EXPECT_EQ(A.get().Why, Failure::None);
  EXPECT_TRUE(eventually([&] { return openDescriptors() == Before + 2; }));
}

} // namespace
