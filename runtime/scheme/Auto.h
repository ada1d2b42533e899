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

#include "scheme/ActiveFrames.h"
#include "scheme/Scheme.h"
#include "scheme/ThreadPace.h"
#include "support/Recent.h"

namespace foreslice {

class Auto final : public Scheme {
public:
  explicit Auto(const SchemeSetup &Setup)
      : Active(Setup.PoolPages, Setup.PageSize), Horizon(Setup.PoolPages),
        PoolPages(Setup.PoolPages) {}

  size_t mayFetch(size_t Content, bool DemandMissing) override;
  uint64_t mostCalls() const override { return MostCalls; }
  uint64_t callsAlong() const override;
  /// A slice posts its second request when the first may be on its way already;
  /// it is not to wait until the first demand read is over.
  unsigned mostBesideDemand() const override { return FewCalls; }
  Along takesAlong(bool DemandMissing) const override;
  bool waitsForBlocks() const override { return true; }
  bool mayWait(uint64_t CallsAhead, size_t Content) override;
  bool preemptive() const override { return true; }
  /// The main thread computes for twice the time of a fetch with Horizon pages:
  /// at half of that, what is begun then still comes in time.
  bool mayRest(size_t ReadyContent) const override {
    return !Main.waitsForStorage() && !Main.leavesCore() &&
           ReadyContent > Horizon;
  }
  size_t restUntil() const override { return Horizon / 2; }
  bool sharesCore() const override { return Main.staysOnCore(); }

  void awaited() override { Suspended = false; }
  void missed(size_t Content) override;
  void used(size_t Content) override;
  void fetched(uint64_t Ns) override;
  void readBegins(size_t Pages, uint64_t NowNs) override;
  void readEnds(uint64_t NowNs) override;
  void readElsewhere() override { Main.readElsewhere(); }
  void demanded(bool Waited) override { Active.readDone(Waited); }
  Thresholds thresholds() const override { return {Low, Horizon}; }

  bool knowsFuture() const override { return true; }
  bool isUrgent(size_t Content) const override { return Content < 2 * Horizon; }
  bool mayEvict(size_t Content) const override {
    return Content < std::max(4 * Horizon, PoolPages / 4);
  }
  bool prefersUsed(size_t Touched, uint32_t Refetches) override;
  void putOff(size_t Content) override;
  Victim prefetchedAtLruEnd(size_t, bool) override { return Victim::None; }

  /// In pages; at least one, and the whole pool while nothing is known.
  size_t horizon() const { return Horizon; }
  /// Whether requests wait for each other at storage, so that fewer and larger
  /// ones are answered sooner.
  bool requestsQueue() const { return Queues; }
  bool suspended() const { return Suspended; }
  /// The main thread reads so many pages Ns after its last read was over.
  void computed(size_t Pages, uint64_t Ns);

private:
  void settle(size_t Content);
  void measure();

  /// Of MostCalls at least. With 8 or 16, 4 ranks take 1.10 of the bound in
  /// place of 1.07, at 2 ms a read.
  static constexpr unsigned FewCalls = 4;

  ThreadPace Main;
  ActiveFrames Active;
  /// A low mean of what recent fetches took, and the mean.
  RecentMean FetchNs, RealNs;
  unsigned Fetches = 0; ///< So far, up to FirstFetches.
  bool Queues = true;   ///< Also while too little is known.
  uint64_t MostCalls = UINT64_MAX;
  size_t Horizon;
  const size_t PoolPages;
  size_t Low = 0; ///< Of content, while suspended.
  bool Suspended = false;
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_AUTO_H
