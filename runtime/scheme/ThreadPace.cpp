//===- ThreadPace.cpp - how the main thread spends its time ---------------===//
//
// See ThreadPace.h.
//
//===----------------------------------------------------------------------===//

#include "scheme/ThreadPace.h"

using namespace foreslice;

void ThreadPace::noteShares(uint64_t ComputeNs, uint64_t ReadNs) {
  InReads += (static_cast<double>(ReadNs) - InReads) * WeightOfLast;
  Between += (static_cast<double>(ComputeNs) - Between) * WeightOfLast;
  Reads += Reads < FirstReads;
  const double Least = waitsForStorage() ? Little : Large;
  WaitsMuch = InReads > Least * (InReads + Between);
}

/// Notes whether the thread has blocked since the last read.
void ThreadPace::lookAtCore() {
  if (!IsLooking)
    return;
  IsLooking = false;
  Looks += Looks < MostLooks;
  const double Blocked = scheduling::timesBlocked() != BlockedBefore ? 1 : 0;
  Blocks += (Blocked - Blocks) / Looks;
}

void ThreadPace::computed(size_t Pages, uint64_t Ns) {
  CallNs.add(static_cast<double>(Ns));
  PageNs.add(static_cast<double>(Ns) / static_cast<double>(Pages));
}

void ThreadPace::readBegins(size_t Pages, uint64_t NowNs) {
  ReadBeganNs = NowNs;
  lookAtCore();
  if (LastReadNs != 0)
    computed(Pages, NowNs - LastReadNs);
}

void ThreadPace::readEnds(uint64_t NowNs) {
  if (LastReadNs != 0 && ReadBeganNs > LastReadNs)
    noteShares(ReadBeganNs - LastReadNs, NowNs - ReadBeganNs);
  LastReadNs = NowNs;
  IsLooking = NowNs - LookedNs >= BetweenLooksNs;
  if (!IsLooking)
    return;
  LookedNs = NowNs;
  BlockedBefore = scheduling::timesBlocked();
}
