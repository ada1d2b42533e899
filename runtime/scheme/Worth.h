//===- Worth.h - whether prefetching pays ---------------------------------===//
//
// Prefetching does not pay when storage answers as fast as memory does, or when
// most of what is fetched is never used. Both are judged on the recent past.
// After much waste a rest begins, which lasts for some calls of the program.
// Then a few pages at a time are tried, until some have been used: the program
// may do something else by now. The more trials have failed, the longer are the
// rests, up to a bound.
// Not thread-safe: the cache's mutex guards it.
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
  /// A page that was asked for was in the operating system's memory.
  void pageInMemory();
  /// Totals of the pool: pages used at least once, and never.
  void pagesDone(uint64_t FirstUses, uint64_t Wasted);
  bool pays() const { return !TooFast && !Rests; }
  /// It does not pay because pages were in the operating system's memory, not
  /// because storage is fast.
  bool findsInMemory() const { return TooFast && InMemory.isMoreThanHalf(); }
  /// What is asked for later is not in the operating system's memory.
  void laterIsAbsent();
  /// Nothing is to be fetched, not even to see whether that pays.
  bool rests() const { return Rests; }
  /// So many calls of the program's have gone by during a rest. True if a trial
  /// is to begin: then beginTrial() follows.
  bool callsPassed(uint64_t Calls);
  /// What was fetched before, of which the totals tell, says nothing of what is
  /// fetched in the trial.
  void beginTrial(uint64_t FirstUses, uint64_t Wasted);
  /// Pages that may be fetched ahead.
  size_t mostAhead() const { return Tries ? TrialPages : SIZE_MAX; }
  /// Forgets the past: pays until proved otherwise again.
  void measureAnew();

  /// A rest has at least so many calls, and at most.
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
  RecentShare Fast, InMemory; ///< Of reads since measuring began.
  uint64_t ReadPages = 0;     ///< Of all of these.
  bool TooFast = false;
  // The pool's totals, and what they were when measuring began.
  uint64_t Uses = 0, Wastes = 0;
  uint64_t UsesBefore = 0, WastesBefore = 0;
  bool Rests = false, Tries = false;
  uint64_t Rest = LeastRest; ///< Calls that the next or this rest has.
  uint64_t Passed = 0;       ///< Of this one.
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_WORTH_H
