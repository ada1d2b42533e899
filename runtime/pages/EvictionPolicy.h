//===- EvictionPolicy.h - which page goes for another ---------------------===//
//
// What a pool asks when a frame is needed and none is free. Content is the pure
// prefetch content in pages. The cache's mutex guards it.
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

  /// Whether pages are evicted by when they are used next, as far as that is
  /// known, in place of prefetchedAtLruEnd().
  virtual bool knowsFuture() const { return false; }
  /// If knowsFuture(): whether the next request is early enough only if it is
  /// met now. Pages that are to be used later than it may go for it then.
  virtual bool isUrgent(size_t Content) const { return (void)Content, true; }
  /// Whether pages of which no use to come is known may go for the request.
  virtual bool mayEvict(size_t Content) const { return (void)Content, true; }
  /// Whether the frame of a used page that nobody is known to need is taken
  /// before an untouched one, with so many touched ones. Refetches: so many
  /// pages that went in this way were fetched again until now, by all
  /// processes.
  virtual bool prefersUsed(size_t Touched, uint32_t Refetches) {
    return (void)Touched, (void)Refetches, false;
  }
  /// The request waits until there is less content.
  virtual void putOff(size_t Content) { (void)Content; }

  enum class Victim {
    Prefetched, ///< Evict the prefetched page: wastage.
    Used,       ///< Give it a second chance and evict a used page.
    None,       ///< Give it a second chance and evict nothing.
  };
  /// The least recently used page is a prefetched one that was never used.
  /// HaveUsed: a page that was used could go instead.
  virtual Victim prefetchedAtLruEnd(size_t Content, bool HaveUsed) = 0;
};

} // namespace foreslice

#endif // FORESLICE_PAGES_EVICTIONPOLICY_H
