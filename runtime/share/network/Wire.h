//===- Wire.h - the bytes on a connection ---------------------------------===//
//
// After the handshake (Handshake.h) a connection carries frames: a header of
// HeaderSize bytes, then the payload. Integers are little-endian. Requests and
// one-way messages go from the connecting rank, answers the other way.
//
//   0  magic, with the version   4 bytes
//   4  kind                      1 byte
//   5  type; of answers 0        1 byte
//   6  zero                      2 bytes
//   8  length of the payload     4 bytes
//  12  id; zero if one-way       8 bytes
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NETWORK_WIRE_H
#define FORESLICE_SHARE_NETWORK_WIRE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace foreslice::wire {

/// Version of frames and handshakes; changes with either format.
inline constexpr uint8_t Version = 1;
inline constexpr size_t HeaderSize = 20;
/// A longer payload makes a frame malformed.
inline constexpr size_t MaxPayload = 8u << 20;

template <class T> void put(std::byte *To, T Value) {
  for (size_t I = 0; I < sizeof(T); ++I)
    To[I] = std::byte(Value >> (8 * I));
}
template <class T> T get(const std::byte *From) {
  T Value = 0;
  for (size_t I = 0; I < sizeof(T); ++I)
    Value |= T(From[I]) << (8 * I);
  return Value;
}

inline constexpr uint32_t FrameMagic =
    'F' | 'S' << 8 | 'M' << 16 | uint32_t(Version) << 24;

enum class Kind : uint8_t { Request, Reply, Failure, OneWay };

struct Header {
  Kind What = Kind::Request;
  uint8_t Type = 0;
  uint32_t Length = 0;
  uint64_t Id = 0;
};

using HeaderBytes = std::array<std::byte, HeaderSize>;

inline HeaderBytes encode(const Header &H) {
  HeaderBytes Out{};
  put<uint32_t>(&Out[0], FrameMagic);
  Out[4] = std::byte(H.What);
  Out[5] = std::byte(H.Type);
  put<uint32_t>(&Out[8], H.Length);
  put<uint64_t>(&Out[12], H.Id);
  return Out;
}

/// Nothing if the bytes are malformed.
inline std::optional<Header>
decode(std::span<const std::byte, HeaderSize> Bytes) {
  Header H;
  H.What = Kind(Bytes[4]);
  H.Type = uint8_t(Bytes[5]);
  H.Length = get<uint32_t>(&Bytes[8]);
  H.Id = get<uint64_t>(&Bytes[12]);
  if (get<uint32_t>(&Bytes[0]) != FrameMagic || H.What > Kind::OneWay ||
      get<uint16_t>(&Bytes[6]) != 0 || H.Length > MaxPayload ||
      (H.What == Kind::OneWay) != (H.Id == 0) ||
      (H.What == Kind::Failure && H.Length != 0))
    return std::nullopt;
  return H;
}

} // namespace foreslice::wire

#endif // FORESLICE_SHARE_NETWORK_WIRE_H
