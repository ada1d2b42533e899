//===- WireTest.cpp - frames and the handshake as bytes -------------------===//

#include "share/network/Wire.h"
#include "share/network/Handshake.h"

#include <gtest/gtest.h>

using namespace foreslice;
using namespace foreslice::handshake;

namespace {

TEST(WireTest, HeadersAreLittleEndian) {
  auto Bytes =
      wire::encode({wire::Kind::Reply, 9, 0x10203, 0x0102030405060708});
  const uint8_t Expected[] = {'F', 'S', 'M', 1, 1, 9, 0, 0, 3, 2,
                              1,   0,   8,   7, 6, 5, 4, 3, 2, 1};
  ASSERT_EQ(Bytes.size(), std::size(Expected));
  for (size_t I = 0; I < Bytes.size(); ++I)
    EXPECT_EQ(uint8_t(Bytes[I]), Expected[I]) << I;
  auto H = wire::decode(Bytes);
  ASSERT_TRUE(H);
  EXPECT_EQ(H->What, wire::Kind::Reply);
  EXPECT_EQ(H->Type, 9);
  EXPECT_EQ(H->Length, 0x10203u);
  EXPECT_EQ(H->Id, 0x0102030405060708u);
}

TEST(WireTest, NoBitOfMagicVersionOrPaddingMayDiffer) {
  auto Good = wire::encode({wire::Kind::Request, 0, 0, 1});
  for (size_t At : {0, 1, 2, 3, 6, 7})
    for (unsigned Bit = 0; Bit < 8; ++Bit) {
      auto Bad = Good;
      Bad[At] ^= std::byte(1u << Bit);
      EXPECT_FALSE(wire::decode(Bad));
    }
  EXPECT_TRUE(wire::decode(
      wire::encode({wire::Kind::Request, 0, wire::MaxPayload, 1})));
  EXPECT_FALSE(wire::decode(
      wire::encode({wire::Kind::Request, 0, wire::MaxPayload + 1, 1})));
}

TEST(HandshakeTest, BothSidesProveThemselves) {
  Secret Key = Secret::random();
  Hello H = makeHello({3, 5});
  auto R = readHello(H);
  ASSERT_TRUE(R);
  EXPECT_EQ(R->From, 3u);
  EXPECT_EQ(R->To, 5u);
  Answer A = makeAnswer(Key, H);
  EXPECT_TRUE(proves(Key, H, A));
  EXPECT_TRUE(proves(Key, H, A, makeProof(Key, H, A)));
}

TEST(HandshakeTest, NoBitOfAnyMessageMayDiffer) {
  Secret Key = Secret::random();
  Hello H = makeHello({3, 5});
  Answer A = makeAnswer(Key, H);
  Proof P = makeProof(Key, H, A);
  auto Flip = [](auto Message, size_t Bit) {
    Message[Bit / 8] ^= std::byte(1u << Bit % 8);
    return Message;
  };
  for (size_t Bit = 0; Bit < HelloSize * 8; ++Bit) {
    EXPECT_FALSE(proves(Key, Flip(H, Bit), A));
    EXPECT_FALSE(proves(Key, Flip(H, Bit), A, P));
  }
  for (size_t Bit = 0; Bit < AnswerSize * 8; ++Bit)
    EXPECT_FALSE(proves(Key, H, Flip(A, Bit)));
  for (size_t Bit = 0; Bit < NonceSize * 8; ++Bit)
    EXPECT_FALSE(proves(Key, H, Flip(A, Bit), P));
  for (size_t Bit = 0; Bit < MacSize * 8; ++Bit)
    EXPECT_FALSE(proves(Key, H, A, Flip(P, Bit)));
}

TEST(HandshakeTest, NothingCanBeReflectedOrUsedAgain) {
  Secret Key = Secret::random();
  Hello H = makeHello({3, 5});
  Answer A = makeAnswer(Key, H);
  Proof P = makeProof(Key, H, A);
  // The accepting side's MAC is no proof of the connecting one, nor the other
  // way round.
  Proof FromAnswer;
  std::copy(A.begin() + NonceSize, A.end(), FromAnswer.begin());
  EXPECT_FALSE(proves(Key, H, A, FromAnswer));
  Answer FromProof = A;
  std::copy(P.begin(), P.end(), FromProof.begin() + NonceSize);
  EXPECT_FALSE(proves(Key, H, FromProof));
  // Both sides draw anew each time.
  EXPECT_NE(H, makeHello({3, 5}));
  Answer Later = makeAnswer(Key, H);
  EXPECT_NE(A, Later);
  EXPECT_FALSE(proves(Key, H, Later, P));
  EXPECT_FALSE(proves(Secret::random(), H, A));
}

} // namespace
