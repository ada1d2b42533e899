//===- Handshake.h - both sides prove that they know the secret -----------===//
//
// Three messages of fixed length, before anything else on a connection:
//
//   connecting rank -> hello   magic, version, both ranks, nonce
//   accepting rank  -> answer  nonce, MAC over "answer", hello and nonce
//   connecting rank -> proof   MAC over "proof", hello and the answer's nonce
//
// Both nonces are fresh, so nothing can be replayed; ranks and roles are in the
// MACs, so nothing can be reflected. The handshake keeps strangers out that can
// connect. The handshake does not protect a connection from an attacker in the
// network between the nodes: frames are neither encrypted nor signed.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_HANDSHAKE_H
#define FORESLICE_SHARE_NETWORK_HANDSHAKE_H

#include "share/network/Secret.h"

#include <cstdint>
#include <optional>
#include <span>

namespace foreslice::handshake {

inline constexpr size_t NonceSize = 32;
inline constexpr size_t MacSize = 32;
inline constexpr size_t HelloSize = 16 + NonceSize;
inline constexpr size_t AnswerSize = NonceSize + MacSize;

using Hello = std::array<std::byte, HelloSize>;
using Answer = std::array<std::byte, AnswerSize>;
using Proof = std::array<std::byte, MacSize>;

struct Ranks {
  uint32_t From = 0; ///< Connects.
  uint32_t To = 0;   ///< Accepts.
};

Hello makeHello(Ranks R);
/// Nothing for other bytes than a hello of this version.
std::optional<Ranks> readHello(const Hello &H);
Answer makeAnswer(const Secret &Key, const Hello &H);
bool proves(const Secret &Key, const Hello &H, const Answer &A);
Proof makeProof(const Secret &Key, const Hello &H, const Answer &A);
bool proves(const Secret &Key, const Hello &H, const Answer &A, const Proof &P);

} // namespace foreslice::handshake

#endif // FORESLICE_SHARE_NETWORK_HANDSHAKE_H
