//===- Balanced.cpp - the balanced scheme ---------------------------------===//
//
// See Balanced.h.
//
//===----------------------------------------------------------------------===//

#include "scheme/Balanced.h"

#include <utility>

using namespace foreslice;

void Balanced::readBegins(size_t Pages, uint64_t NowNs) {
  Auto::readBegins(Pages, NowNs);
  ++Reads;
}

bool Balanced::idles(Idle Why, uint64_t) {
  if (Why == Idle::Synchronisation) {
    // Synchronisation points that follow each other are one.
    if (Reads != 0)
      ReadsBefore = std::exchange(Reads, 0);
    Meets = true;
  }
  return false;
}

void Balanced::goesOn(uint64_t) { Meets = false; }

/// It computes until it is there, or waits for what is not ready, whichever
/// takes longer.
uint64_t Balanced::arrival(uint64_t NowNs, size_t ReadyContent) {
  const Pace P = pace();
  if (Meets || ReadsBefore == 0 || P.ReadNs == 0)
    return OwnNs = 0;
  const auto Left =
      static_cast<double>(ReadsBefore - std::min(Reads, ReadsBefore));
  const double Ready = static_cast<double>(ReadyContent) / P.PagesOfRead;
  const double FetchNs = std::max(Left - Ready, 0.0) * P.FetchNs / P.AtOnce;
  return OwnNs =
             NowNs + static_cast<uint64_t>(std::max(Left * P.ReadNs, FetchNs));
}

/// Not for what the main thread reads next, and not for less than a fetch.
bool Balanced::mayWait(uint64_t CallsAhead, size_t Content) {
  Yields = CallsAhead != 0 && requestsQueue() &&
           OthersNs > OwnNs + static_cast<uint64_t>(pace().FetchNs);
  return Yields || Auto::mayWait(CallsAhead, Content);
}

/// What waits for others goes on when they have caught up, and not when there
/// is less content.
void Balanced::putOff(size_t Content) {
  if (!Yields)
    Auto::putOff(Content);
}
