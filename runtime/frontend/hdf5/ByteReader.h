//===- ByteReader.h - numbers in the bytes of a file ----------------------===//
//
// HDF5's numbers are little-endian. The bytes are not trusted: numbers behind
// the last byte are 0.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_BYTEREADER_H
#define FORESLICE_FRONTEND_HDF5_BYTEREADER_H

#include "support/FunctionRef.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace foreslice::hdf5 {

/// Fills To with the file's bytes from Offset on. False on failure.
using ReadFn = FunctionRef<bool(uint64_t Offset, std::span<std::byte> To)>;

/// Of addresses and lengths in a file: files with other sizes are not read.
inline constexpr size_t NumberBytes = 8;
/// Address of missing data.
inline constexpr uint64_t NoAddress = UINT64_MAX;

class ByteReader {
public:
  explicit ByteReader(std::span<const std::byte> Rest) : Rest(Rest) {}

  uint64_t number(size_t Size) {
    uint64_t Value = 0;
    if (Rest.size() < Size) {
      Ended = true;
      return 0;
    }
    std::memcpy(&Value, Rest.data(), Size);
    Rest = Rest.subspan(Size);
    return Value;
  }
  uint64_t address() { return number(NumberBytes); }
  ByteReader take(size_t Size) {
    Ended |= Rest.size() < Size;
    const size_t Some = std::min(Size, Rest.size());
    ByteReader Taken(Rest.first(Some));
    Rest = Rest.subspan(Some);
    return Taken;
  }
  bool takeWord(std::string_view Word) {
    const bool Is = text(Word.size()) == Word;
    if (Is)
      Rest = Rest.subspan(Word.size());
    return Is;
  }
  /// The next bytes, at most Most.
  std::string_view text(size_t Most) const {
    return {reinterpret_cast<const char *>(Rest.data()),
            std::min(Most, Rest.size())};
  }
  size_t left() const { return Rest.size(); }
  /// True if fewer bytes were left than asked for.
  bool isEnded() const { return Ended; }

private:
  std::span<const std::byte> Rest;
  bool Ended = false;
};

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_BYTEREADER_H
