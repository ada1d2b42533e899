//===- ByteRange.h - bytes of a file --------------------------------------===//
//
// Ranges that reads ask for and writes change.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_LAYOUT_BYTERANGE_H
#define FORESLICE_LAYOUT_BYTERANGE_H

#include <algorithm>
#include <cstdint>

namespace foreslice {

/// Bytes of a file, half open.
struct ByteRange {
  uint64_t Begin = 0, End = UINT64_MAX;
  bool overlaps(ByteRange O) const { return Begin < O.End && O.Begin < End; }
  bool contains(ByteRange O) const { return Begin <= O.Begin && O.End <= End; }
  /// The smallest range that holds both.
  ByteRange with(ByteRange O) const {
    return {std::min(Begin, O.Begin), std::max(End, O.End)};
  }
  /// The bytes of both.
  ByteRange within(ByteRange O) const {
    return {std::max(Begin, O.Begin), std::min(End, O.End)};
  }
  bool operator==(const ByteRange &) const = default;
};

} // namespace foreslice

#endif // FORESLICE_LAYOUT_BYTERANGE_H
