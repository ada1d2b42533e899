//===- ReadRanges.h - ranges of a file read by a program ------------------===//
//
// A few ranges, in the order of the file. If reads are in more places, near
// ranges are joined. Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_WATCH_READRANGES_H
#define FORESLICE_FRONTEND_POSIX_WATCH_READRANGES_H

#include "layout/ByteRange.h"

#include <cstddef>
#include <span>
#include <vector>

namespace foreslice {

class ReadRanges {
public:
  static constexpr size_t Most = 16;

  void add(ByteRange Read);
  std::span<const ByteRange> all() const { return Ranges; }
  /// Whether at least half of the bytes in the ranges were read.
  bool areDense() const;
  /// Whether one run of reads has at least half of Size bytes.
  bool areMostOf(uint64_t Size) const;

private:
  void joinNext(size_t Position);
  void joinNearest();

  std::vector<ByteRange> Ranges;
  uint64_t NotRead = 0; ///< Bytes between joined ranges.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_READRANGES_H
