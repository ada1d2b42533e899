//===- ThreadPace.h - how the main thread spends its time -----------------===//
//
// In reads, in computation between reads, or away from the core. Means of the
// recent past, measured where reads begin and end. Not thread-safe: the mutex
// of the cache guards the object.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_THREADPACE_H
#define FORESLICE_SCHEME_THREADPACE_H

#include "support/Recent.h"
#include "support/Scheduling.h"

#include <cstddef>
#include <cstdint>

namespace foreslice {

class ThreadPace {
public:
  /// A read of Pages begins on the calling thread.
  void readBegins(size_t Pages, uint64_t NowNs);
  /// The read of the calling thread is over.
  void readEnds(uint64_t NowNs);
  /// Unreported reads were made: the time since the last read was not all
  /// computation.
  void readElsewhere() { LastReadNs = 0; }
  /// The thread reads Pages, Ns after the end of the last read.
  void computed(size_t Pages, uint64_t Ns);

  /// A read was over, and none has been made elsewhere since.
  bool isKnown() const { return LastReadNs != 0; }
  /// Computation before a read, and for a page of the read, in ns; 0 while
  /// nothing is known.
  double callNs() const { return CallNs.value(); }
  double pageNs() const { return PageNs.value(); }
  /// Storage is the bottleneck: reads take much of the time. Then fewer storage
  /// requests help: pages of later calls or other processes taken along, and
  /// pages kept. If storage keeps up, these extra pages only delay urgent pages
  /// in the queues of the disks. False for the first reads: until fetches are
  /// ahead, each process waits.
  bool waitsForStorage() const { return Reads == FirstReads && WaitsMuch; }
  /// The thread blocks between most reads: sleeps, or waits for others. The
  /// engine then runs meanwhile and takes nothing from the thread. False while
  /// nothing is known.
  bool leavesCore() const { return Blocks > 0.5; }
  /// The thread is known to compute all the time, and each look of the engine
  /// may interrupt the thread. The thread's share of the core does not count:
  /// the share is small if other threads compute, too.
  bool staysOnCore() const { return Looks >= MostLooks / 2 && !leavesCore(); }

private:
  void noteShares(uint64_t ComputeNs, uint64_t ReadNs);
  void lookAtCore();

  static constexpr unsigned FirstReads = 16;
  static constexpr double WeightOfLast = 1.0 / 16;
  /// The share of reads in the time: above Large, the thread waits for storage,
  /// and below Little no more. Measures against a large share also make the
  /// share smaller.
  static constexpr double Large = 0.5, Little = 0.1;
  /// A look at the core costs two system calls.
  static constexpr uint64_t BetweenLooksNs = 1'000'000;
  static constexpr unsigned MostLooks = 8; ///< Looks in the mean.

  /// When the last read was over, and when the latest began; 0 if none was.
  uint64_t LastReadNs = 0, ReadBeganNs = 0;
  RecentMean CallNs, PageNs;

  double InReads = 0, Between = 0; ///< Means in ns.
  unsigned Reads = 0;              ///< So far, up to FirstReads.
  bool WaitsMuch = false;

  uint64_t LookedNs = 0;
  long BlockedBefore = 0;
  double Blocks = 0; ///< The share of looks that found the thread to block.
  unsigned Looks = 0;
  bool IsLooking = false;
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_THREADPACE_H
