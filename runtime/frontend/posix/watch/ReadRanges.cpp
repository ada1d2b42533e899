//===- ReadRanges.cpp - what a program has read of a file -----------------===//
//
// See ReadRanges.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/ReadRanges.h"

#include <algorithm>

namespace foreslice {

/// Makes the ranges that touch the one behind them part of it.
void ReadRanges::joinNext(size_t At) {
  ByteRange &Of = Ranges[At];
  size_t Next = At + 1;
  for (; Next < Ranges.size() && Ranges[Next].Begin <= Of.End; ++Next)
    Of.End = std::max(Of.End, Ranges[Next].End);
  Ranges.erase(Ranges.begin() + static_cast<std::ptrdiff_t>(At) + 1,
               Ranges.begin() + static_cast<std::ptrdiff_t>(Next));
}

void ReadRanges::joinNearest() {
  size_t Nearest = 0;
  auto gapAfter = [&](size_t At) {
    return Ranges[At + 1].Begin - Ranges[At].End;
  };
  for (size_t At = 1; At + 1 < Ranges.size(); ++At)
    if (gapAfter(At) < gapAfter(Nearest))
      Nearest = At;
  NotRead += gapAfter(Nearest);
  Ranges[Nearest].End = Ranges[Nearest + 1].Begin;
  joinNext(Nearest);
}

void ReadRanges::add(ByteRange Read) {
  if (Read.Begin >= Read.End)
    return;
  // The first range that the read touches, or the place of a new one.
  auto At = std::ranges::lower_bound(Ranges, Read.Begin, {}, &ByteRange::End);
  if (At == Ranges.end() || Read.End < At->Begin) {
    Ranges.insert(At, Read);
    if (Ranges.size() > Most)
      joinNearest();
    return;
  }
  At->Begin = std::min(At->Begin, Read.Begin);
  At->End = std::max(At->End, Read.End);
  joinNext(static_cast<size_t>(At - Ranges.begin()));
}

bool ReadRanges::areDense() const {
  uint64_t Bytes = 0;
  for (const ByteRange &R : Ranges)
    Bytes += R.End - R.Begin;
  return NotRead <= Bytes / 2;
}

} // namespace foreslice
