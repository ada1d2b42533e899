//===- FetchedFile.cpp - what the engine keeps of a file ------------------===//
//
// See FetchedFile.h.
//
//===----------------------------------------------------------------------===//

#include "engine/FetchedFile.h"

using namespace foreslice;

uint64_t FetchedFile::writeBefore(LaneId Lane, uint64_t CallId,
                                  ByteRange Bytes) const {
  const std::deque<DirtyRange> &Of = Dirty[Lane];
  auto End = std::ranges::lower_bound(Of, CallId, {}, &DirtyRange::CallId);
  while (End != Of.begin()) {
    --End;
    if (behind(Lane, End->CallId))
      break;
    if (End->Bytes.overlaps(Bytes))
      return End->CallId;
  }
  return NoCall;
}

void FetchedFile::expectWrite(LaneId Lane, DirtyRange R) {
  std::deque<DirtyRange> &Of = Dirty[Lane];
  while (!Of.empty() && behind(Lane, Of.front().CallId))
    Of.pop_front();
  auto At = std::ranges::upper_bound(Of, R.CallId, {}, &DirtyRange::CallId);
  // A slice and its scouts come by the same write.
  for (auto I = At; I != Of.begin() && (--I)->CallId == R.CallId;)
    if (*I == R)
      return;
  if (Of.size() < MostDirty) {
    Of.insert(At, R);
    return;
  }
  DirtyRange &Last = Of.back();
  Last = {std::max(Last.CallId, R.CallId), Last.Bytes.with(R.Bytes)};
}
