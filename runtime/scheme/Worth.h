//===- Worth.h - whether prefetching pays ---------------------------------===//
//
// Prefetching does not pay if storage answers as fast as memory, or if most
// fetched pages are never used. Both are judged by the recent past. After much
// waste a rest begins, for some calls of the program. Then a few pages at a
// time are tried until some are used: the program may behave differently by
// now. More failed trials make longer rests, up to a bound.
// Not thread-safe: the cache's mutex guards the object.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_WORTH_H
#define FORESLICE_SCHEME_WORTH_H

#include "support/Recent.h"

#include <cstddef>
#include <cstdint>

namespace foreslice {

class Worth {
public:
  explicit Worth(uint64_t PageSize) : PageSize(PageSize) {}

  /// A read of Bytes took storage Ns.
  void readDone(uint64_t Bytes, uint64_t Ns);
  /// A requested page was in the operating system's memory.
  void pageInMemory();
  /// pageInMemory(), and samples of the rest of the file are in memory, too.
  void fileInMemory();
  /// Totals of the pool: pages used at least once, and never.
  void pagesDone(uint64_t FirstUses, uint64_t Wasted);
  bool pays() const { return !TooFast && !Rests; }
  /// Prefetching does not pay because pages were in the operating system's
  /// memory, not because storage is fast.
  bool findsInMemory() const { return TooFast && InMemory.isMoreThanHalf(); }
  /// Pages of later requests are not in the operating system's memory.
  void laterIsAbsent();
  /// Nothing is fetched, not even for a trial.
  bool rests() const { return Rests; }
  /// The program has made Calls calls during a rest. True if a trial is due:
  /// beginTrial() follows.
  bool callsPassed(uint64_t Calls);
  /// Begins a trial. The totals count earlier fetches, to be left out of the
  /// trial.
  void beginTrial(uint64_t FirstUses, uint64_t Wasted);
  /// Pages that may be fetched ahead.
  size_t mostAhead() const { return Tries ? TrialPages : SIZE_MAX; }
  /// Forgets the past: pays until proved otherwise again.
  void measureAnew();

  /// Calls of the shortest and of the longest rest.
  static constexpr uint64_t LeastRest = 128, LongestRest = 8192;
  static constexpr size_t TrialPages = 16;

private:
  void readDone(uint64_t Bytes, bool IsFast, bool IsInMemory);
  void forgetReads() {
    Fast = InMemory = {};
    ReadPages = 0;
    TooFast = false;
  }

  const uint64_t PageSize;
  RecentShare Fast, InMemory; ///< Reads since measuring began.
  uint64_t ReadPages = 0;     ///< Pages of these reads.
  bool TooFast = false;
  // The pool's totals, now and when measuring began.
  uint64_t Uses = 0, Wastes = 0;
  uint64_t UsesBefore = 0, WastesBefore = 0;
  bool Rests = false, Tries = false;
  uint64_t Rest = LeastRest; ///< Calls of the current or next rest.
  uint64_t Passed = 0;       ///< Calls of the current rest so far.
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_WORTH_H
