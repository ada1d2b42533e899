//===- SliceRunner.h - launching and ending regions -----------------------===//
//
// The program's side: each thread of the program that is in a region has a
// prefetch thread (PrefetchThread.h) run its slice, as long as there is one.
// Waits for nothing. Implements foreslice_packet, _launch, _forward, _drew and
// _end of the ABI.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_SLICERUNNER_H
#define FORESLICE_SOURCE_SLICE_SLICERUNNER_H

#include "foreslice/abi.h"
#include "source/slice/TaskRegion.h"
#include "support/ForkGuard.h"
#include "support/Statistics.h"

#include <atomic>
#include <string>

namespace foreslice {

/// What to do at a launch point.
enum class LaunchDecision {
  Now,
  Held,  ///< The slice starts when startHeld() says so, if ever.
  Never, ///< The region counts as not entered.
};

/// Called by the MPI-IO layer at the points of the program's life.
namespace slice_runner {

/// After MPI_Init succeeded: launches are allowed from here on. Also arranges
/// for quit() at exit and for forked children to launch nothing.
void enable();
/// Start is asked where a region that begins behind MPI_Init is launched and
/// launches are not allowed: true if Start has called enable(). Null: nobody is
/// asked.
void setStart(bool (*Start)());
/// MPI has started, and the regions that the thread is in are launched anew:
/// ends them, and has their prefetch threads end, which few programs need again
/// whose data are in memory. What the slices have found is not judged. False if
/// the thread is in no region.
bool endForNew();
/// MPI_Finalize: cancels the running slices, refuses launches for good, lets
/// the prefetch threads end. Waits for nothing. No hook but Wake is called from
/// here on.
void disable();
/// exit, MPI_Abort: the same, but calls no hook, and takes no lock and no
/// memory, as whatever a signal interrupted may have them. A slice that waits
/// for data waits on until the process ends.
void quit();
/// What calls of the program's ask of a region: reads by the million do.
struct OwnedRegion {
  std::atomic<bool> Launched{false}; ///< Between launch and end.
  foreslice_region *Region = nullptr;
  uint64_t Launch = 0; ///< The number of the launch.

  bool isLaunched() const { return Launched.load(std::memory_order_relaxed); }
};
namespace detail {
/// The innermost that the thread owns; null if it is in no region.
inline thread_local OwnedRegion *Mine
    __attribute__((tls_model("initial-exec"))) = nullptr;
} // namespace detail

/// True between launch and end of a region, on the thread that launched it, and
/// on threads that may run tasks of it: then, and only then, calls are counted
/// and looked up. Cheap (two relaxed loads).
bool inRegion();
/// The number of the launch of that region, and its foreslice_region_flags; 0
/// elsewhere.
inline uint64_t launchNumber() {
  const OwnedRegion *Mine = detail::Mine;
  if (!Mine)
    return task_region::launch();
  return Mine->isLaunched() ? Mine->Launch : 0;
}
inline uint32_t regionFlags() {
  if (fork_guard::isChild())
    return 0;
  const OwnedRegion *Mine = detail::Mine;
  if (!Mine)
    return task_region::flags();
  return Mine->isLaunched() ? Mine->Region->flags : 0;
}
/// Whether the process has launched a slice, which may open files from then on.
/// Any thread.
bool wasAnyLaunched();
/// Whether there are other regions between launch and end than the one that the
/// calling thread entered last.
bool othersRun();
/// Of the prefetch thread that serves the calling thread of the program, from
/// packet to end; else 0.
unsigned number();
/// In a region whose slice is held back.
bool isHeld();
/// The counters of the region that the calling thread is in; null in none.
RegionStatistics *statistics();
/// A read of POSIX in the region begins. True if it is the first: its time is
/// wanted.
bool readBegins();
/// That first read took Ns.
void firstReadTook(uint64_t Ns);
/// A read in the region has ended: whether data were there, or on their way,
/// since a source had asked for them.
void readEnded(bool FoundData);
/// The same of a file that no source has asked for.
void readUnknown();
/// The slice of the region, if there is one, brings nothing of what the thread
/// reads: many reads in a row have found no data.
bool isLeftAlone();
/// Starts the slice that is held back: it catches up by call ids.
void startHeld();
/// What the runner asks and tells the other parts; set before enable(). All but
/// the last three run on the thread that launches, inside packet, launch and
/// end.
struct Hooks {
  /// A region is launched, before its slice starts.
  void (*Launched)(const foreslice_region *Region) = nullptr;
  /// A launched region has ended and its slice is cancelled.
  void (*Ended)(const foreslice_region *Region) = nullptr;
  LaunchDecision (*Decide)(foreslice_region *Region) = nullptr;
  /// execution::cancelFlag() became true: whoever makes the prefetch thread
  /// wait between enter() and leave() looks at it again. Any thread.
  void (*Wake)() = nullptr;
  /// Whether Handle, the main thread's, is of the file that the slice took
  /// Stand for. On the prefetch thread.
  bool (*Confirm)(foreslice_handle Stand, foreslice_handle Handle) = nullptr;
  /// Whether a scout may go on. On the prefetch thread.
  bool (*MayScout)(unsigned Runner) = nullptr;
};
/// Gives the hooks before.
Hooks setHooks(Hooks H);
/// The calling thread of the program's wants to be the only one of the process:
/// leaves its regions, and waits until the threads of the run time have ended,
/// where these end at all and no other thread is in a region, or for MostNs.
void endThreads(uint64_t MostNs);
/// Never launches the region again, and notes Why in the statistics.
void turnOff(foreslice_region &Region, const std::string &Why);

/// Asks the hook; true without one.
bool confirm(foreslice_handle Stand, foreslice_handle Handle);

} // namespace slice_runner
} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_SLICERUNNER_H
