//===- Scheme.h - how far ahead and how much to prefetch ------------------===//
//
// A scheme is told about events of the pool. The scheme decides how many pages
// the engine may fetch now, and what is evicted if the least recently used page
// is prefetched and unused. Not thread-safe: the cache's mutex guards the
// object.
//
// "Content" is the pure prefetch content in pages: pages prefetched, or on the
// way, and not yet used by the main thread.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_SCHEME_H
#define FORESLICE_SCHEME_SCHEME_H

#include "layout/PageGrid.h"
#include "pages/EvictionPolicy.h"
#include "scheme/CallWindow.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace foreslice {

/// Setup of a scheme.
struct SchemeSetup {
  size_t PoolPages;
  uint64_t PageSize = 65536; ///< In bytes.
  unsigned IoDepth = 32;     ///< Reads in flight at most.
};

class Scheme : public EvictionPolicy {
public:
  /// Sets the most reads in flight. To be called first.
  void setMostReads(unsigned IoDepth) { Window = CallWindow(IoDepth); }
  /// Takes the calls in flight over from another scheme.
  void takeOver(const Scheme &Other) { Window = Other.Window; }
  /// Pages the engine may fetch now. DemandMissing: a demand read under way
  /// misses pages.
  virtual size_t mayFetch(size_t Content, bool DemandMissing) = 0;
  /// Whether pages of another call may be fetched now, beside the calls under
  /// way.
  bool mayBeginCall() const { return !Window.full(mostCalls()); }
  /// Most calls with pages fetched at a time.
  virtual uint64_t mostCalls() const { return UINT64_MAX; }
  /// Calls, from the main thread's next call on, with pages taken along by a
  /// neighbouring read.
  virtual uint64_t callsAlong() const { return 0; }
  /// Reads in flight from which on no turn begins others while a demand read
  /// misses pages.
  virtual unsigned mostBesideDemand() const { return 1; }
  /// Wanted neighbours a read takes along.
  enum class Along {
    Nothing,
    NextCalls, ///< Pages of the block, for the next calls.
    All,       ///< Pages wanted by any process.
  };
  virtual Along takesAlong(bool DemandMissing) const {
    return (void)DemandMissing, Along::Nothing;
  }
  /// Whether requests of a block of storage wait while the block is being read:
  /// the next read then takes along all requests known by the end.
  virtual bool waitsForBlocks() const { return false; }
  /// Whether the fetch of a call CallsAhead of the main thread waits for less
  /// content, if nobody waits for the data.
  virtual bool mayWait(uint64_t CallsAhead, size_t Content) {
    return (void)CallsAhead, (void)Content, false;
  }
  /// A page requested by a source, next in the engine's turn.
  struct Queued {
    const void *File;    ///< Identity only, never dereferenced.
    uint64_t CallsAhead; ///< From the main thread's next call, 0.
    uint64_t Page;
  };
  enum class Choice {
    Fetch,
    Leave, ///< Leave the page to the main thread, and go on with later pages.
    Wait,  ///< Wait with all later pages, too.
  };
  virtual Choice choose(const Queued &Asked) const {
    return (void)Asked, Choice::Fetch;
  }
  /// If false, a request with a fetched page is fetched to the end, whatever
  /// mayFetch() says meanwhile.
  virtual bool preemptive() const = 0;
  /// Whether the engine may rest, with ReadyContent pages present, until only
  /// restUntil() are left.
  virtual bool mayRest(size_t ReadyContent) const {
    return (void)ReadyContent, false;
  }
  virtual size_t restUntil() const { return 0; }

  /// Whether the engine is to take less of a core than the main thread.
  virtual bool sharesCore() const { return false; }

  // Signals, in pages and ns of the clock
  // ---------------------------------------

  /// Fetches of a call have begun, or fetches of Calls calls are over.
  void callBegan() { Window.began(); }
  void callsEnded(uint64_t Calls) { Window.ended(Calls); }
  /// Nothing is in flight.
  void idle() { Window.idle(); }
  /// A source is about to wait for a queued page.
  virtual void awaited() {}
  /// A demand read missed at least one page (told once a read).
  virtual void missed(size_t) {}
  /// The main thread used pages, and Content pages of content are left.
  virtual void used(size_t) {}
  /// Storage has answered a read: time since the request, in ns.
  virtual void fetched(uint64_t) {}
  /// A read of the main thread begins, or is over, on the calling thread.
  virtual void readBegins(size_t Pages, uint64_t NowNs) {
    (void)Pages, (void)NowNs;
  }
  virtual void readEnds(uint64_t NowNs) { (void)NowNs; }
  /// The main thread has made unreported reads since the last read: the time
  /// passed was not all computation.
  virtual void readElsewhere() {}
  /// The beginning read covers these pages of the file.
  virtual void reads(const void *File, std::span<const PagePart> Pages) {
    (void)File, (void)Pages;
  }
  /// Reasons for the main thread to wait.
  enum class Idle {
    OwnRead,         ///< A read from storage by the main thread.
    OthersRead,      ///< A read begun by the engine or another process.
    Synchronisation, ///< Other processes, in an MPI call.
  };
  static constexpr size_t IdleKinds = 3;
  /// The main thread begins to wait; readEnds() or goesOn() follows. True if
  /// the engine shall look for work.
  virtual bool idles(Idle Why, uint64_t NowNs) {
    return (void)Why, (void)NowNs, false;
  }
  /// Whether synchronisation points concern the scheme.
  virtual bool notesMeetings() const { return false; }
  /// The main thread has waited at a synchronisation point.
  virtual void goesOn(uint64_t NowNs) { (void)NowNs; }
  /// A read of the main thread has pages, or misses some. Waited: the read
  /// waited for storage.
  virtual void demanded(bool Waited) { (void)Waited; }

  /// Thresholds of the content, in pages; zeros without thresholds.
  struct Thresholds {
    size_t Low = 0; ///< Content at which fetching goes on.
    size_t High = 0;
  };
  virtual Thresholds thresholds() const { return {}; }

protected:
  const CallWindow &window() const { return Window; }
  /// At least a page.
  static size_t share(size_t PoolPages, size_t Percent) {
    return std::max<size_t>(PoolPages * Percent / 100, 1);
  }
  /// Percentage of the pool for prefetched pages, in schemes that are not
  /// preemptive (Suneja 2010, section 5.5.5).
  static constexpr size_t LargestPercent = 16;

private:
  CallWindow Window{1};
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_SCHEME_H
