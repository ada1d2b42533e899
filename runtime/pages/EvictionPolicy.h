//===- EvictionPolicy.h - the page that goes for another ------------------===//
//
// A pool asks the policy when a frame is needed and none is free. Content is
// the pure prefetch content in pages. The cache's mutex guards the policy.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PAGES_EVICTIONPOLICY_H
#define FORESLICE_PAGES_EVICTIONPOLICY_H

#include <cstddef>
#include <cstdint>

namespace foreslice {

class EvictionPolicy {
public:
  virtual ~EvictionPolicy() = default;

  /// Whether pages are evicted by the time of the next use, as far as known, in
  /// place of prefetchedAtLruEnd().
  virtual bool knowsFuture() const { return false; }
  /// If knowsFuture(): whether the next request must be met now to be early
  /// enough. Pages with later uses may then go for the request.
  virtual bool isUrgent(size_t Content) const { return (void)Content, true; }
  /// Whether pages without a known use to come may go for the request.
  virtual bool mayEvict(size_t Content) const { return (void)Content, true; }
  /// Whether a used page that nobody is known to need goes before an untouched
  /// frame is taken, with Touched frames touched. Refetches: pages recycled in
  /// this way and fetched again until now, by all processes.
  virtual bool prefersUsed(size_t Touched, uint32_t Refetches) {
    return (void)Touched, (void)Refetches, false;
  }
  /// The request waits until there is less content.
  virtual void putOff(size_t Content) { (void)Content; }

  enum class Victim {
    Prefetched, ///< Evict the prefetched page: wastage.
    Used, ///< Give the prefetched page a second chance, evict a used page.
    None, ///< Give the prefetched page a second chance, evict nothing.
  };
  /// The least recently used page is prefetched and was never used. HaveUsed: a
  /// used page could go instead.
  virtual Victim prefetchedAtLruEnd(size_t Content, bool HaveUsed) = 0;
};

} // namespace foreslice

#endif // FORESLICE_PAGES_EVICTIONPOLICY_H
