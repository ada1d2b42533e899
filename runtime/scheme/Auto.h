//===- Auto.h - the auto scheme -------------------------------------------===//
//
// Integrated prefetching and caching with known requests, as far as slices have
// posted them. Of Cao, Felten, Karlin and Li (1995): fetch what is missing
// next, evict what is used farthest ahead, and never for something that is used
// later. Pages that nothing is known about go before, the least recently used
// first.
//
// Pages that are known to be used again are evicted as late as that does no
// harm, since a better choice may turn up: within the prefetch horizon of
// Patterson and others (1995), beyond which nothing is gained by being earlier.
// It is what the main thread gets through while storage answers, by what both
// take at present. As many calls in flight keep up with it (Little's law), and
// what is beyond that only makes queues that others wait in, too. What storage
// takes is without such queues, as in BBR (Cardwell and others 2016): with them
// in it, more would be in flight the longer they are.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_AUTO_H
#define FORESLICE_SCHEME_AUTO_H

#include "scheme/Scheme.h"

namespace foreslice {

class Auto final : public Scheme {
public:
  explicit Auto(size_t PoolPages) : Horizon(PoolPages), PoolPages(PoolPages) {}

  size_t mayFetch(size_t Content, bool DemandMissing) override;
  uint64_t mostCalls() const override { return MostCalls; }
  /// A slice posts its second request when the first may be on its way already;
  /// it is not to wait until the first demand read is over.
  unsigned mostBesideDemand() const override { return FewCalls; }
  /// Also while too little is known.
  bool requestsQueue() const override { return Queues; }
  bool preemptive() const override { return true; }
  bool knowsFuture() const override { return true; }
  bool isUrgent(size_t Content) const override { return Content < 2 * Horizon; }
  bool mayEvict(size_t Content) const override {
    return Content < std::max(4 * Horizon, PoolPages / 4);
  }
  /// The main thread computes for twice the time of a fetch: at half of that,
  /// what is begun then still comes in time.
  size_t enough() const override { return Horizon; }
  void putOff(size_t Content) override;
  void awaited() override { Suspended = false; }
  void missed(size_t Content) override;
  void used(size_t Content) override;
  void fetched(uint64_t Ns) override;
  void computed(size_t Pages, uint64_t Ns) override;
  Thresholds thresholds() const override { return {Low, Horizon}; }
  Victim prefetchedAtLruEnd(size_t, bool) override { return Victim::None; }

  /// In pages; at least one, and the whole pool while nothing is known.
  size_t horizon() const { return Horizon; }
  bool suspended() const { return Suspended; }

private:
  void settle(size_t Content);
  void measure();

  /// Of mostCalls() at least.
  static constexpr unsigned FewCalls = 4;

  /// A low mean of recent fetches, and means of what they really took, of what
  /// the main thread computes before a read, and for a page of it.
  double FetchNs = 0, RealNs = 0, CallNs = 0, PageNs = 0;
  unsigned Fetches = 0; ///< So far, up to FirstFetches.
  bool Queues = true;
  uint64_t MostCalls = UINT64_MAX;
  size_t Horizon;
  const size_t PoolPages;
  size_t Low = 0; ///< Of content, while suspended.
  bool Suspended = false;
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_AUTO_H
