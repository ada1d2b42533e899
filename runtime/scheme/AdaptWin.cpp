//===- AdaptWin.cpp - the adapt_win scheme --------------------------------===//
//
// The rules of Suneja 2010, section 3.2.1, number 1, one function each.
//
//===----------------------------------------------------------------------===//

#include "scheme/AdaptWin.h"

#include <algorithm>

using namespace foreslice;

AdaptWin::AdaptWin(size_t PoolPages)
    : Min(share(PoolPages, 2)),
      SmallestMax(std::max(share(PoolPages, 4), Min + 1)),
      LargestMax(std::max(share(PoolPages, LargestPercent), SmallestMax)),
      Max(SmallestMax) {}

/// When the content has fallen to thresh_min and nothing was missed on the way,
/// thresh_max was higher than needed.
void AdaptWin::settle(size_t Content) {
  if (Content >= Max) {
    Suspended = true;
  } else if (Content <= Min && Suspended) {
    Suspended = false;
    if (!Missed)
      Max = std::max(Max / 2, SmallestMax);
    Missed = false;
  }
}

size_t AdaptWin::mayFetch(size_t Content, bool DemandMissing) {
  settle(Content);
  return Suspended || DemandMissing ? 0 : Max - Content;
}

void AdaptWin::missed(size_t Content) {
  Missed = true;
  Max = std::min(Max * 2, LargestMax);
  settle(Content);
}

void AdaptWin::used(size_t Content) { settle(Content); }
