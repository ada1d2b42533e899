//===- FixedSchemes.h - no_holds, excl_cache and fix_thresh ---------------===//
//
// The schemes of Suneja 2010, section 3.2.1, that never adapt. None is
// preemptive.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_FIXEDSCHEMES_H
#define FORESLICE_SCHEME_FIXEDSCHEMES_H

#include "scheme/Scheme.h"

#include <algorithm>
#include <cstdint>

namespace foreslice {

/// Fetches every request at once, and evicts the least recently used page, used
/// or not.
class NoHolds final : public Scheme {
public:
  explicit NoHolds(size_t) {}
  size_t mayFetch(size_t, bool DemandMissing) override {
    return DemandMissing ? 0 : SIZE_MAX;
  }
  bool preemptive() const override { return false; }
  Victim prefetchedAtLruEnd(size_t, bool) override {
    return Victim::Prefetched;
  }
};

/// Keeps the pool full of prefetched pages. Used pages are evicted first;
/// without used pages, fetching waits.
class ExclCache final : public Scheme {
public:
  explicit ExclCache(size_t PoolPages) : PoolPages(PoolPages) {}
  size_t mayFetch(size_t Content, bool DemandMissing) override {
    return DemandMissing ? 0 : PoolPages - std::min(Content, PoolPages);
  }
  Thresholds thresholds() const override { return {PoolPages, PoolPages}; }
  bool preemptive() const override { return false; }
  Victim prefetchedAtLruEnd(size_t, bool HaveUsed) override {
    return HaveUsed ? Victim::Used : Victim::None;
  }

private:
  const size_t PoolPages;
};

/// Keeps 16 % of the pool filled with prefetched pages, and leaves the rest to
/// used pages.
class FixThresh final : public Scheme {
public:
  explicit FixThresh(size_t PoolPages)
      : Threshold(share(PoolPages, LargestPercent)) {}
  size_t mayFetch(size_t Content, bool DemandMissing) override {
    return DemandMissing ? 0 : Threshold - std::min(Content, Threshold);
  }
  Thresholds thresholds() const override { return {Threshold, Threshold}; }
  bool preemptive() const override { return false; }
  Victim prefetchedAtLruEnd(size_t, bool) override {
    return Victim::Prefetched;
  }

private:
  const size_t Threshold;
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_FIXEDSCHEMES_H
