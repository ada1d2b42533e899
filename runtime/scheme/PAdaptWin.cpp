//===- PAdaptWin.cpp - the p_adapt_win scheme -----------------------------===//
//
// The rules of Suneja 2010, section 3.2.1, number 5, one function each.
//
//===----------------------------------------------------------------------===//

#include "scheme/PAdaptWin.h"

#include <algorithm>

using namespace foreslice;

PAdaptWin::PAdaptWin(size_t PoolPages)
    : Low(share(PoolPages, 4)), High(std::max(share(PoolPages, 16), Low + 1)),
      HighMax(std::max(share(PoolPages, 64), High)) {}

/// "filled [...] to thresh_high and prefetching is suspended until the prefetch
/// content falls below the thresh_low".
void PAdaptWin::settle(size_t Content) {
  if (Content >= High)
    Suspended = true;
  else if (Content <= Low)
    Suspended = false;
}

size_t PAdaptWin::mayFetch(size_t Content, bool DemandMissing) {
  settle(Content);
  return Suspended || DemandMissing ? 0 : High - Content;
}

/// A miss while suspended is the fault of a low thresh_high, any other of a low
/// thresh_low.
void PAdaptWin::missed(size_t Content) {
  settle(Content);
  if (Suspended)
    High = std::min(High * 2, HighMax);
  else
    Low = std::min(Low * 2, High - 1);
  settle(Content);
}

void PAdaptWin::used(size_t Content) { settle(Content); }

/// With more content than thresh_low, too much was fetched. Else the page was
/// fetched too early.
Scheme::Victim PAdaptWin::prefetchedAtLruEnd(size_t Content, bool HaveUsed) {
  if (Content > Low)
    High = std::max(High / 2, Low + 1);
  else
    Low = std::max<size_t>(Low / 2, 1);
  if (HaveUsed)
    return Victim::Used;
  Suspended = true;
  return Victim::None;
}
