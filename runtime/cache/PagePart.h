//===- PagePart.h - bytes of a file ---------------------------------------===//
//
// The cache keeps whole pages, but calls read and write parts of them.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_PAGEPART_H
#define FORESLICE_CACHE_PAGEPART_H

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
  bool operator==(const ByteRange &) const = default;
};

/// What a call reads of a page: Bytes holds all of it, and lies in the page.
struct PagePart {
  uint64_t Page;
  ByteRange Bytes;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_PAGEPART_H
