//===- AdaptWin.h - the adapt_win scheme ----------------------------------===//
//
// Two thresholds, one of which adapts (Suneja 2010, section 3.2.1): fill the
// pool with prefetched pages up to thresh_max, then hold until the content has
// fallen to thresh_min. Not preemptive.
//
// thresh_max starts at 4 % of the pool and goes up to 16 %. The thesis gives no
// figure for thresh_min; here it is 2 %, half of the smallest thresh_max.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_ADAPTWIN_H
#define FORESLICE_SCHEME_ADAPTWIN_H

#include "scheme/Scheme.h"

namespace foreslice {

class AdaptWin final : public Scheme {
public:
  explicit AdaptWin(size_t PoolPages);

  size_t mayFetch(size_t Content, bool DemandMissing) override;
  bool preemptive() const override { return false; }
  void missed(size_t Content) override;
  void used(size_t Content) override;
  Victim prefetchedAtLruEnd(size_t, bool) override {
    return Victim::Prefetched;
  }

  Thresholds thresholds() const override { return {Min, Max}; }

  size_t min() const { return Min; }
  size_t max() const { return Max; }
  bool suspended() const { return Suspended; }

private:
  void settle(size_t Content);

  const size_t Min;
  const size_t SmallestMax;
  const size_t LargestMax;
  size_t Max;
  bool Suspended = false;
  bool Missed = false; ///< Since prefetching resumed.
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_ADAPTWIN_H
