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

#include "layout/PageGrid.h"
#include "pages/EvictionPolicy.h"
#include "scheme/CallWindow.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace foreslice {

/// What a scheme is made for.
struct SchemeSetup {
  size_t PoolPages;
  uint64_t PageSize = 65536; ///< In bytes.
  unsigned IoDepth = 32;     ///< Reads in flight at most.
};

class Scheme : public EvictionPolicy {
public:
  /// So many reads will be in flight at most. Before anything else.
  void setMostReads(unsigned IoDepth) { Window = CallWindow(IoDepth); }
  /// Goes on where another scheme has calls in flight.
  void takeOver(const Scheme &Other) { Window = Other.Window; }
  /// How many more pages the engine may fetch now. DemandMissing: a demand
  /// read is under way that found something missing.
  virtual size_t mayFetch(size_t Content, bool DemandMissing) = 0;
  /// Whether pages of one call more may be fetched now, beside those that are.
  bool mayBeginCall() const { return !Window.full(mostCalls()); }
  /// Calls of which pages are fetched at the same time, at most.
  virtual uint64_t mostCalls() const { return UINT64_MAX; }
  /// Calls from the main thread's next one on of which pages are taken along
  /// with a read next to them.
  virtual uint64_t callsAlong() const { return 0; }
  /// Reads in flight from which on no turn begins others while a demand read is
  /// missing something.
  virtual unsigned mostBesideDemand() const { return 1; }
  /// What a read that goes out anyway takes along of what is wanted next to it.
  enum class Along {
    Nothing,
    NextCalls, ///< In its block, what helps the next calls.
    All,       ///< By this process or others.
  };
  virtual Along takesAlong(bool DemandMissing) const {
    return (void)DemandMissing, Along::Nothing;
  }
  /// Whether requests of a block of storage that is being read wait: the next
  /// read takes along all that is known of by then.
  virtual bool waitsForBlocks() const { return false; }
  /// Whether the fetch of a call so far ahead of the main thread waits until
  /// there is less content, if nobody waits for its data.
  virtual bool mayWait(uint64_t CallsAhead, size_t Content) {
    return (void)CallsAhead, (void)Content, false;
  }
  /// A page that a source has asked for, which the engine comes to.
  struct Queued {
    const void *File;    ///< Told apart, and never looked into.
    uint64_t CallsAhead; ///< Of the main thread's next call; 0 is that one.
    uint64_t Page;
  };
  enum class Choice {
    Fetch,
    Leave, ///< To the main thread, and look at later ones.
    Wait,  ///< With all later ones.
  };
  virtual Choice choose(const Queued &Asked) const {
    return (void)Asked, Choice::Fetch;
  }
  /// If not, a request of which a page was fetched is fetched to its end,
  /// whatever mayFetch() says meanwhile.
  virtual bool preemptive() const = 0;
  /// Whether the engine may rest, with so many pages of content here, until
  /// there are restUntil().
  virtual bool mayRest(size_t ReadyContent) const {
    return (void)ReadyContent, false;
  }
  virtual size_t restUntil() const { return 0; }

  /// Whether the engine is to take less of a core than the main thread.
  virtual bool sharesCore() const { return false; }

  // Signals, in pages and ns of the clock
  // ---------------------------------------

  /// Fetches of a call have begun, or those of so many calls are over.
  void callBegan() { Window.began(); }
  void callsEnded(uint64_t Calls) { Window.ended(Calls); }
  /// Nothing is in flight.
  void idle() { Window.idle(); }
  /// A source is about to wait for a page that is queued.
  virtual void awaited() {}
  /// A demand read missed at least one page (told once a read).
  virtual void missed(size_t) {}
  /// The main thread used pages, which left the content at Content.
  virtual void used(size_t) {}
  /// Storage has answered a read Ns after it was asked.
  virtual void fetched(uint64_t) {}
  /// A read of the main thread begins, or is over, on that thread.
  virtual void readBegins(size_t Pages, uint64_t NowNs) {
    (void)Pages, (void)NowNs;
  }
  virtual void readEnds(uint64_t NowNs) { (void)NowNs; }
  /// The main thread has made reads since then that nobody told of: the time
  /// that has passed was not all computation.
  virtual void readElsewhere() {}
  /// The read that begins is of these pages of the file.
  virtual void reads(const void *File, std::span<const PagePart> Pages) {
    (void)File, (void)Pages;
  }
  /// What the main thread may wait for.
  enum class Idle {
    OwnRead,         ///< A read from storage that it makes itself.
    OthersRead,      ///< One that the engine or another process has begun.
    Synchronisation, ///< Other processes, in a call of MPI's.
  };
  static constexpr size_t IdleKinds = 3;
  /// The main thread begins to wait; readEnds() or goesOn() is to follow. True
  /// if the engine shall look what to do.
  virtual bool idles(Idle Why, uint64_t NowNs) {
    return (void)Why, (void)NowNs, false;
  }
  /// Whether synchronisation points concern the scheme.
  virtual bool notesMeetings() const { return false; }
  /// It has waited at a synchronisation point.
  virtual void goesOn(uint64_t NowNs) { (void)NowNs; }
  /// A read of the main thread has its pages, or misses some, and had to wait
  /// for storage or not.
  virtual void demanded(bool Waited) { (void)Waited; }

  /// Of the content, in pages; zeros where there are none.
  struct Thresholds {
    size_t Low = 0; ///< At which fetching goes on.
    size_t High = 0;
  };
  virtual Thresholds thresholds() const { return {}; }

protected:
  const CallWindow &window() const { return Window; }
  /// At least a page.
  static size_t share(size_t PoolPages, size_t Percent) {
    return std::max<size_t>(PoolPages * Percent / 100, 1);
  }
  /// Of the pool, for prefetched pages, in schemes that are not preemptive
  /// (Suneja 2010, section 5.5.5).
  static constexpr size_t LargestPercent = 16;

private:
  CallWindow Window{1};
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_SCHEME_H
