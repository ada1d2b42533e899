//===- PlacedReads.cpp - where a program is in a file, by place -----------===//
//
// See PlacedReads.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/PlacedReads.h"

#include <algorithm>

namespace foreslice {

/// Most entries of either side.
static constexpr size_t MostStretches = 1 << 16, MostAhead = 1 << 10;
/// Most units left out by the slice in a stretch.
static constexpr int64_t MostSkipped = 16;

PlacedReads::Stretch PlacedReads::come(int64_t Begin, int64_t End,
                                       const Stretch &Last) {
  Begin -= Begin % Unit;
  End += (Unit - End % Unit) % Unit;
  bool Continues = !Stretches.empty() && Last.End > Last.Begin &&
                   Stretches.back().Id == Last.Id && Begin >= Last.Begin &&
                   Begin <= Last.End + MostSkipped * Unit;
  if (Continues) {
    Stretches.back().End = std::max(Stretches.back().End, End);
  } else {
    if (Stretches.size() == MostStretches)
      Stretches.pop_front();
    Stretches.push_back({endId(), Begin, End});
  }
  const Stretch Now = Stretches.back();
  while (!Ahead.empty() && find(Ahead.front()))
    Ahead.pop_front();
  if (!Ahead.empty())
    Next = endId();
  return Now;
}

/// Whether the slice has come to Place, where the program is then.
bool PlacedReads::find(int64_t Place) {
  auto It = std::ranges::find_if(Stretches, [&](const Stretch &S) {
    return S.has(Place) && idAt(S, Place) + 1 >= Next;
  });
  if (It == Stretches.end())
    return false;
  Next = idAt(*It, Place) + 1;
  Stretches.erase(Stretches.begin(), It);
  return true;
}

void PlacedReads::read(int64_t Place) {
  if ((Ahead.empty() && find(Place)) || MeetsOthers)
    return;
  if (Ahead.size() == MostAhead)
    Ahead.pop_front();
  Ahead.push_back(Place);
  Next = endId() + 1;
}

} // namespace foreslice
