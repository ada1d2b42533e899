//===- Auto.cpp - the auto scheme -----------------------------------------===//
//
// Auto decides when to fetch; the pool decides what to evict.
//
//===----------------------------------------------------------------------===//

#include "scheme/Auto.h"

#include <cmath>

using namespace foreslice;

/// Longer fetches have less weight, since queues may have caused the time. With
/// equal weights, and one limit in place of the two of ThreadPace, 160 calls of
/// each of 4 ranks were in flight at 0.5 ms a read, and the run took 1.78 times
/// the bound in place of 1.63.
static constexpr double FadingUp = 64;
/// Requests queue once a fetch takes Slow times the time without queues, until
/// a fetch takes Quick times. Large fetches take a little longer anyway.
static constexpr double Slow = 1.5, Quick = 1.2;
/// Number of fetches until queues are known.
static constexpr unsigned FirstFetches = 16;
/// Most calls, for MostCalls.
static constexpr double ManyCalls = 1e9;
/// Storage may take Caution times the recent time.
static constexpr double Caution = 2;

/// Calls up to Spare times the calls in flight may still be fetched: some calls
/// wait for one disk, and come later than the mean. At 0.5 ms a read, 1,600
/// reads take 1.07 times as long as prefetching written by hand, and 1.15
/// without Spare.
static constexpr uint64_t Spare = 2;
/// Pages are taken along for AlongTimes as many calls as are in flight.
static constexpr uint64_t AlongTimes = 4;

void Auto::settle(size_t Content) {
  if (Content <= Low)
    Suspended = false;
}

size_t Auto::mayFetch(size_t Content, bool DemandMissing) {
  settle(Content);
  return Suspended || DemandMissing ? 0 : SIZE_MAX;
}

/// Stops fetching for a while. The engine then comes back for many pages at
/// once, to be merged, while three quarters of the content are still ahead.
void Auto::putOff(size_t Content) {
  Suspended = true;
  Low = std::min(std::max(Horizon, Content / 4 * 3),
                 Content - std::min<size_t>(Content, 1));
}

uint64_t Auto::callsAlong() const {
  return AlongTimes * std::min(MostCalls, window().size());
}

/// If storage is the bottleneck: all. Else, if requests queue at storage: pages
/// for the next calls.
Scheme::Along Auto::takesAlong(bool DemandMissing) const {
  if (Main.waitsForStorage())
    return DemandMissing ? Along::Nothing : Along::All;
  return Queues ? Along::NextCalls : Along::Nothing;
}

bool Auto::mayWait(uint64_t CallsAhead, size_t Content) {
  return !Main.waitsForStorage() && CallsAhead / Spare >= MostCalls &&
         Active.holdBack(Content);
}

bool Auto::prefersUsed(size_t Touched, uint32_t Refetches) {
  if (!Main.isKnown() || Main.waitsForStorage())
    return false;
  Active.refetched(Refetches);
  return Touched >= Active.count();
}

void Auto::readBegins(size_t Pages, uint64_t NowNs) {
  if (Pages == 0)
    return;
  Main.readBegins(Pages, NowNs);
  measure();
}

void Auto::readEnds(uint64_t NowNs) { Main.readEnds(NowNs); }

void Auto::missed(size_t) { Suspended = false; }

void Auto::used(size_t Content) { settle(Content); }

void Auto::fetched(uint64_t Ns) {
  FetchNs.add(static_cast<double>(Ns), FadingUp);
  RealNs.add(static_cast<double>(Ns));
  Fetches += Fetches < FirstFetches;
  if (Fetches == FirstFetches)
    Queues = RealNs.value() > (Queues ? Quick : Slow) * FetchNs.value();
  measure();
}

void Auto::computed(size_t Pages, uint64_t Ns) {
  Main.computed(Pages, Ns);
  measure();
}

void Auto::measure() {
  if (FetchNs.value() == 0 || Main.callNs() == 0)
    return;
  double Pages = std::ceil(Caution * FetchNs.value() / Main.pageNs());
  double Calls = std::ceil(Caution * FetchNs.value() / Main.callNs());
  Horizon = static_cast<size_t>(
      std::clamp(Pages, 1.0, static_cast<double>(PoolPages)));
  MostCalls =
      static_cast<uint64_t>(std::clamp<double>(Calls, FewCalls, ManyCalls));
}
