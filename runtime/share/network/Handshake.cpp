//===- Handshake.cpp - the messages of the handshake ----------------------===//

#include "share/network/Handshake.h"
#include "share/network/LoadedSodium.h"
#include "share/network/Wire.h"

#include <algorithm>
#include <sodium.h>

using namespace foreslice;
using namespace foreslice::handshake;

static_assert(MacSize == crypto_auth_BYTES);
static_assert(sizeof(Secret::Bytes) == crypto_auth_KEYBYTES);

static constexpr uint32_t HelloMagic = 'F' | 'S' << 8 | 'H' << 16 | 'S' << 24;

static unsigned char *raw(std::byte *P) {
  return reinterpret_cast<unsigned char *>(P);
}
static const unsigned char *raw(const std::byte *P) {
  return reinterpret_cast<const unsigned char *>(P);
}

Secret Secret::random() {
  Secret Out;
  if (isSodiumThere())
    randombytes_buf(Out.Bytes.data(), Out.Bytes.size());
  return Out;
}

Hello foreslice::handshake::makeHello(Ranks R) {
  Hello Out{};
  wire::put<uint32_t>(&Out[0], HelloMagic);
  wire::put<uint32_t>(&Out[4], wire::Version);
  wire::put<uint32_t>(&Out[8], R.From);
  wire::put<uint32_t>(&Out[12], R.To);
  randombytes_buf(&Out[16], NonceSize);
  return Out;
}

std::optional<Ranks> foreslice::handshake::readHello(const Hello &H) {
  if (wire::get<uint32_t>(&H[0]) != HelloMagic ||
      wire::get<uint32_t>(&H[4]) != wire::Version)
    return std::nullopt;
  return Ranks{wire::get<uint32_t>(&H[8]), wire::get<uint32_t>(&H[12])};
}

enum class Role : uint8_t { Answer = 'A', Proof = 'P' };

/// The input of a MAC. The fields have fixed lengths: different fields never
/// give equal bytes.
static std::array<std::byte, 1 + HelloSize + NonceSize>
toSign(Role R, const Hello &H, const Answer &A) {
  std::array<std::byte, 1 + HelloSize + NonceSize> Out;
  Out[0] = std::byte(R);
  std::ranges::copy(H, Out.begin() + 1);
  std::copy_n(A.begin(), NonceSize, Out.begin() + 1 + HelloSize);
  return Out;
}

static void sign(std::byte *Mac, const Secret &Key, Role R, const Hello &H,
                 const Answer &A) {
  auto Text = toSign(R, H, A);
  crypto_auth(raw(Mac), raw(Text.data()), Text.size(), raw(Key.Bytes.data()));
}

static bool verify(const std::byte *Mac, const Secret &Key, Role R,
                   const Hello &H, const Answer &A) {
  auto Text = toSign(R, H, A);
  return crypto_auth_verify(raw(Mac), raw(Text.data()), Text.size(),
                            raw(Key.Bytes.data())) == 0;
}

Answer foreslice::handshake::makeAnswer(const Secret &Key, const Hello &H) {
  Answer Out;
  randombytes_buf(Out.data(), NonceSize);
  sign(&Out[NonceSize], Key, Role::Answer, H, Out);
  return Out;
}

bool foreslice::handshake::proves(const Secret &Key, const Hello &H,
                                  const Answer &A) {
  return verify(&A[NonceSize], Key, Role::Answer, H, A);
}

Proof foreslice::handshake::makeProof(const Secret &Key, const Hello &H,
                                      const Answer &A) {
  Proof Out;
  sign(Out.data(), Key, Role::Proof, H, A);
  return Out;
}

bool foreslice::handshake::proves(const Secret &Key, const Hello &H,
                                  const Answer &A, const Proof &P) {
  return verify(P.data(), Key, Role::Proof, H, A);
}
