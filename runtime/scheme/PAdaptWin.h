//===- PAdaptWin.h - the p_adapt_win scheme -------------------------------===//
//
// Preemptive, two adaptive thresholds (Suneja 2010, section 3.2.1): fill the
// pool with prefetched pages up to thresh_high ("how much"), then hold until
// the content has fallen to thresh_low ("how early").
//
// Open points of the thesis are taken from adapt_win: thresholds double when
// raised and halve when lowered, and start at 4 % and 16 % of the pool. 1 <=
// low < high always; high goes up to 64 %, so used pages always keep a third of
// the pool.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_PADAPTWIN_H
#define FORESLICE_SCHEME_PADAPTWIN_H

#include "scheme/Scheme.h"

namespace foreslice {

class PAdaptWin final : public Scheme {
public:
  explicit PAdaptWin(size_t PoolPages);

  size_t mayFetch(size_t Content, bool DemandMissing) override;
  bool preemptive() const override { return true; }
  void missed(size_t Content) override;
  void used(size_t Content) override;
  Victim prefetchedAtLruEnd(size_t Content, bool HaveUsed) override;

  Thresholds thresholds() const override { return {Low, High}; }

  size_t low() const { return Low; }
  size_t high() const { return High; }
  bool suspended() const { return Suspended; }

private:
  void settle(size_t Content);

  size_t Low;
  size_t High;
  const size_t HighMax;
  bool Suspended = false;
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_PADAPTWIN_H
