//===- Worth.h - whether prefetching pays ---------------------------------===//
//
// Prefetching does not pay when storage answers as fast as memory does, or when
// most of what is fetched is never used. Both are judged on the recent past.
// Not thread-safe: the cache's mutex guards it.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_WORTH_H
#define FORESLICE_SCHEME_WORTH_H

#include <cstdint>

namespace foreslice {

class Worth {
public:
  explicit Worth(uint64_t PageSize) : PageSize(PageSize) {}

  /// True if a read of Bytes that took Ns came from memory.
  static bool isFast(uint64_t Bytes, uint64_t Ns);
  /// A read of Bytes took storage Ns.
  void readDone(uint64_t Bytes, uint64_t Ns);
  /// Totals of the pool: pages used at least once, and never.
  void pagesDone(uint64_t FirstUses, uint64_t Wasted);
  bool pays() const { return !TooFast && !TooWasteful; }
  /// Forgets the past: pays until proved otherwise again.
  void measureAnew();

private:
  const uint64_t PageSize;
  // Reads since measuring began, halved every RecentReads.
  uint64_t Reads = 0, FastReads = 0, ReadPages = 0;
  bool TooFast = false;
  // The pool's totals, and what they were when measuring began.
  uint64_t Uses = 0, Wastes = 0;
  uint64_t UsesBefore = 0, WastesBefore = 0;
  bool TooWasteful = false;
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_WORTH_H
