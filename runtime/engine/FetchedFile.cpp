//===- FetchedFile.cpp - a file for the engine ----------------------------===//
//
// See FetchedFile.h.
//
//===----------------------------------------------------------------------===//

#include "engine/FetchedFile.h"

using namespace foreslice;

bool FetchedFile::seemsInMemory() const {
  constexpr uint64_t Samples = 8;
  const std::shared_ptr<StoredFile> File = stored();
  const uint64_t Size = File ? File->knownSize().value_or(0) : 0;
  for (uint64_t I = 0; I < Samples && Size != 0; ++I)
    if (const uint64_t Place = (Size - 1) / Samples * I;
        !File->isInMemory({Place, Place + 1}))
      return false;
  return Size != 0;
}

uint64_t FetchedFile::writeBefore(LaneId Lane, uint64_t CallId,
                                  ByteRange Bytes) const {
  const std::deque<DirtyRange> &Ranges = Dirty[Lane];
  auto End = std::ranges::lower_bound(Ranges, CallId, {}, &DirtyRange::CallId);
  while (End != Ranges.begin()) {
    --End;
    if (behind(Lane, End->CallId))
      break;
    if (End->Bytes.overlaps(Bytes))
      return End->CallId;
  }
  return NoCall;
}

void FetchedFile::expectWrite(LaneId Lane, DirtyRange R) {
  std::deque<DirtyRange> &Ranges = Dirty[Lane];
  while (!Ranges.empty() && behind(Lane, Ranges.front().CallId))
    Ranges.pop_front();
  auto It = std::ranges::upper_bound(Ranges, R.CallId, {}, &DirtyRange::CallId);
  // A slice and its scouts report one write several times.
  for (auto I = It; I != Ranges.begin() && (--I)->CallId == R.CallId;)
    if (*I == R)
      return;
  if (Ranges.size() < MostDirty) {
    Ranges.insert(It, R);
    return;
  }
  DirtyRange &Last = Ranges.back();
  Last = {std::max(Last.CallId, R.CallId), Last.Bytes.with(R.Bytes)};
}
