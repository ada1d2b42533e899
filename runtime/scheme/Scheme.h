//===- Scheme.h - how far ahead and how much to prefetch ------------------===//
//
// A scheme is told what happens to the pool and decides how many pages the
// engine may fetch now, and what is evicted when an unused prefetched page is
// the least recently used one. Not thread-safe: the cache's mutex guards it.
//
// "Content" is the pure prefetch content in pages: prefetched and not yet used
// by the main thread, those on their way included.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_SCHEME_H
#define FORESLICE_SCHEME_SCHEME_H

#include "support/Settings.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace foreslice {

class Scheme {
public:
  virtual ~Scheme() = default;

  /// How many more pages the engine may fetch now. DemandMissing: a demand
  /// read is under way that found something missing.
  virtual size_t mayFetch(size_t Content, bool DemandMissing) = 0;
  /// Calls of which pages are fetched at the same time, at most.
  virtual uint64_t mostCalls() const { return UINT64_MAX; }
  /// Reads in flight from which on no turn begins others while a demand read is
  /// missing something.
  virtual unsigned mostBesideDemand() const { return 1; }
  /// Whether requests wait for each other at storage, so that fewer and larger
  /// ones are answered sooner.
  virtual bool requestsQueue() const { return false; }
  /// If not, a request of which a page was fetched is fetched to its end,
  /// whatever mayFetch() says meanwhile.
  virtual bool preemptive() const = 0;
  /// Whether pages are evicted by when they will be used next as far as that is
  /// known, in place of prefetchedAtLruEnd().
  virtual bool knowsFuture() const { return false; }
  /// In that case, whether the next request is early enough only if it is met
  /// now: pages may go for it that are to be used again, later than it.
  virtual bool isUrgent(size_t) const { return true; }
  /// Whether pages may go for it that nothing is known about.
  virtual bool mayEvict(size_t) const { return true; }
  /// With more pages of content than this here, and not yet read, the engine
  /// may rest until there are half as many.
  virtual size_t enough() const { return SIZE_MAX; }
  /// It waits until there is less content.
  virtual void putOff(size_t) {}
  /// A source is about to wait for a page that is queued.
  virtual void awaited() {}
  /// A demand read missed at least one page (told once a read).
  virtual void missed(size_t) {}
  /// The main thread used pages, which left the content at Content.
  virtual void used(size_t) {}
  /// Storage has answered a read Ns after it was asked.
  virtual void fetched(uint64_t) {}
  /// The main thread reads so many pages Ns after its last read was over.
  virtual void computed(size_t, uint64_t) {}

  /// Of the content, in pages; zeros where there are none.
  struct Thresholds {
    size_t Low = 0; ///< At which fetching goes on.
    size_t High = 0;
  };
  virtual Thresholds thresholds() const { return {}; }

  enum class Victim {
    Prefetched, ///< Evict the prefetched page: wastage.
    Used,       ///< Give it a second chance and evict a used page.
    None,       ///< Give it a second chance and evict nothing.
  };
  /// A frame is needed and the least recently used page is a prefetched one
  /// that was never used. HaveUsed: a page that was used could go instead.
  virtual Victim prefetchedAtLruEnd(size_t Content, bool HaveUsed) = 0;

protected:
  /// At least a page.
  static size_t share(size_t PoolPages, size_t Percent) {
    return std::max<size_t>(PoolPages * Percent / 100, 1);
  }
  /// Of the pool, for prefetched pages, in schemes that are not preemptive
  /// (Suneja 2010, section 5.5.5).
  static constexpr size_t LargestPercent = 16;
};

/// The scheme for a pool of PoolPages pages.
std::unique_ptr<Scheme> makeScheme(SchemeKind Kind, size_t PoolPages);

} // namespace foreslice

#endif // FORESLICE_SCHEME_SCHEME_H
