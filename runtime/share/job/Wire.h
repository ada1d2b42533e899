//===- Wire.h - the payloads of messages between caches -------------------===//
//
// Numbers in the order and size of this machine: all ranks of a job run on the
// same kind of machine.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_JOB_WIRE_H
#define FORESLICE_SHARE_JOB_WIRE_H

#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace foreslice::wire {

template <class T>
  requires std::is_trivially_copyable_v<T>
std::vector<std::byte> bytesOf(const T &Value) {
  auto *Bytes = reinterpret_cast<const std::byte *>(&Value);
  return {Bytes, Bytes + sizeof(T)};
}

template <class T> std::vector<std::byte> bytesOf(std::span<const T> Values) {
  auto Bytes = std::as_bytes(Values);
  return {Bytes.begin(), Bytes.end()};
}

/// Nothing if there are not exactly as many bytes.
template <class T> std::optional<T> read(std::span<const std::byte> Bytes) {
  T Value;
  if (Bytes.size() != sizeof Value)
    return std::nullopt;
  memcpy(&Value, Bytes.data(), sizeof Value);
  return Value;
}

/// The first Count values; nothing if there are fewer.
template <class T>
std::optional<std::vector<T>> readMany(std::span<const std::byte> Bytes,
                                       size_t Count) {
  if (Bytes.size() / sizeof(T) < Count)
    return std::nullopt;
  std::vector<T> Values(Count);
  if (Count != 0)
    memcpy(Values.data(), Bytes.data(), Count * sizeof(T));
  return Values;
}

} // namespace foreslice::wire

#endif // FORESLICE_SHARE_JOB_WIRE_H
