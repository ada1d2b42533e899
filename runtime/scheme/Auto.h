//===- Auto.h - the auto scheme -------------------------------------------===//
//
// Integrated prefetching and caching with known requests, as far as slices have
// posted requests. After Cao, Felten, Karlin and Li (1995): fetch the next
// missing page, evict the page used farthest ahead, and never evict a page
// needed before the fetched page. Pages without known use go first, the least
// recently used page before the others.
//
// Pages with a known later use are evicted as late as possible without harm,
// since a better choice may turn up: within the prefetch horizon of Patterson
// and others (1995). Fetching earlier than the horizon gains nothing. The
// horizon is the pages the main thread reads during one answer of storage, at
// the present speeds. An equal number of calls in flight keeps up with the main
// thread (Little's law); more calls only lengthen queues of other processes.
// The time of storage is taken without queues, as in BBR (Cardwell and others
// 2016): queues in the time would bring more calls in flight, and longer
// queues.
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
  /// A slice posts the second request when the first may be on the way already;
  /// the second request does not wait for the end of the first demand read.
  unsigned mostBesideDemand() const override { return FewCalls; }
  Along takesAlong(bool DemandMissing) const override;
  bool waitsForBlocks() const override { return true; }
  bool mayWait(uint64_t CallsAhead, size_t Content) override;
  bool preemptive() const override { return true; }
  /// The main thread computes for twice the time of a fetch with Horizon pages:
  /// a fetch begun at half of Horizon still comes in time.
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

  /// In pages; at least one, and the whole pool while no times are known.
  size_t horizon() const { return Horizon; }
  /// Whether requests queue at storage, so fewer and larger requests are
  /// answered sooner.
  bool requestsQueue() const { return Queues; }
  bool suspended() const { return Suspended; }
  /// The main thread reads Pages, Ns after the end of the last read.
  void computed(size_t Pages, uint64_t Ns);

private:
  void settle(size_t Content);
  void measure();

  /// Least value of MostCalls. With 8 or 16, 4 ranks take 1.10 of the bound in
  /// place of 1.07, at 2 ms a read.
  static constexpr unsigned FewCalls = 4;

  ThreadPace Main;
  ActiveFrames Active;
  /// Times of recent fetches in ns: a low mean, and the mean.
  RecentMean FetchNs, RealNs;
  unsigned Fetches = 0; ///< Fetches so far, up to FirstFetches.
  bool Queues = true;   ///< Also true while too little is known.
  uint64_t MostCalls = UINT64_MAX;
  size_t Horizon;
  const size_t PoolPages;
  size_t Low = 0; ///< Content at which a suspended scheme goes on.
  bool Suspended = false;
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_AUTO_H
