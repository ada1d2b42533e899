//===- ReadRanges.cpp - ranges of a file read by a program ----------------===//
//
// See ReadRanges.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/ReadRanges.h"

#include <algorithm>

namespace foreslice {

/// Joins the range at Position with the following ranges that touch.
void ReadRanges::joinNext(size_t Position) {
  ByteRange &Range = Ranges[Position];
  size_t Next = Position + 1;
  for (; Next < Ranges.size() && Ranges[Next].Begin <= Range.End; ++Next)
    Range.End = std::max(Range.End, Ranges[Next].End);
  Ranges.erase(Ranges.begin() + static_cast<std::ptrdiff_t>(Position) + 1,
               Ranges.begin() + static_cast<std::ptrdiff_t>(Next));
}

void ReadRanges::joinNearest() {
  size_t Nearest = 0;
  auto gapAfter = [&](size_t Position) {
    return Ranges[Position + 1].Begin - Ranges[Position].End;
  };
  for (size_t Index = 1; Index + 1 < Ranges.size(); ++Index)
    if (gapAfter(Index) < gapAfter(Nearest))
      Nearest = Index;
  NotRead += gapAfter(Nearest);
  Ranges[Nearest].End = Ranges[Nearest + 1].Begin;
  joinNext(Nearest);
}

void ReadRanges::add(ByteRange Read) {
  if (Read.Begin >= Read.End)
    return;
  // The first range touching the read, or the place of a new range.
  auto It = std::ranges::lower_bound(Ranges, Read.Begin, {}, &ByteRange::End);
  if (It == Ranges.end() || Read.End < It->Begin) {
    Ranges.insert(It, Read);
    if (Ranges.size() > Most)
      joinNearest();
    return;
  }
  It->Begin = std::min(It->Begin, Read.Begin);
  It->End = std::max(It->End, Read.End);
  joinNext(static_cast<size_t>(It - Ranges.begin()));
}

bool ReadRanges::areDense() const {
  uint64_t Bytes = 0;
  for (const ByteRange &R : Ranges)
    Bytes += R.End - R.Begin;
  return NotRead <= Bytes / 2;
}

bool ReadRanges::areMostOf(uint64_t Size) const {
  return Ranges.size() == 1 && NotRead == 0 &&
         Ranges.front().End - Ranges.front().Begin >= Size / 2;
}

} // namespace foreslice
