//===- Scatter.h - whether requests lie far apart -------------------------===//
//
// A source whose requests lie far apart needs a part of each page, and nothing
// beside the page: only the part is worth reading. Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ENGINE_SCATTER_H
#define FORESLICE_ENGINE_SCATTER_H

#include "pages/Lane.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace foreslice {

class Scatter {
public:
  /// The lane's source has asked for a page of the file for a call. A call's
  /// own pages are no steps.
  void asks(LaneId Lane, uint64_t Call, uint64_t Page) {
    Trail &T = Trails[Lane];
    const uint64_t Way = std::max(Page, T.Last) - std::min(Page, T.Last);
    if (Way > 1)
      T.Steps = std::min(T.Steps + 1, 2 * LeastSteps);
    else if (Call != T.Call)
      T.Steps -= std::min(T.Steps, 2u);
    T.Last = Page;
    T.Call = Call;
  }
  /// A part of a page is fetched.
  void fetchesPart() { ++Fetched; }
  /// A part of a page was needed that had been left out. Unless this is rare,
  /// whole pages are read from now on.
  void missedPart() {
    ++Missed;
    NeedsWhole |= Missed > FewMissed && Missed * PartsOfMiss > Fetched;
  }
  bool isScattered(LaneId Lane) const {
    return !NeedsWhole && Trails[Lane].Steps >= LeastSteps;
  }

private:
  /// Far steps in a row, but for a few near ones.
  static constexpr unsigned LeastSteps = 4;
  static constexpr uint64_t FewMissed = 4;
  /// Parts that make up for one more read of a page.
  static constexpr uint64_t PartsOfMiss = 8;
  struct Trail {
    uint64_t Last = 0, Call = UINT64_MAX;
    unsigned Steps = 0;
  };
  std::array<Trail, MostLanes> Trails{};
  uint64_t Fetched = 0, Missed = 0;
  bool NeedsWhole = false;
};

} // namespace foreslice

#endif // FORESLICE_ENGINE_SCATTER_H
