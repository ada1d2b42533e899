//===- SliceRunner.h - launching and ending regions -----------------------===//
//
// The program's side: each thread of the program in a region has a prefetch
// thread (PrefetchThread.h) run the slice, as long as there is one free. Waits
// for nothing. Implements foreslice_packet, _launch, _forward, _drew and _end
// of the ABI.
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

/// The decision at a launch point.
enum class LaunchDecision {
  Now,
  Held,  ///< The slice starts when startHeld() says so, if ever.
  Never, ///< The region counts as not entered.
};

/// Called by front ends: at the start and the end of MPI or of the program, and
/// at the program's reads.
namespace slice_runner {

/// After MPI_Init succeeded: launches are allowed from here on. Also arranges
/// for quit() at exit and for forked children to launch nothing.
void enable();
/// Start is called at the launch of a region that begins behind MPI_Init, while
/// launches are not allowed: true if Start has called enable(). Null: no call.
void setStart(bool (*Start)());
/// MPI has started, and the thread's regions are launched anew: ends the
/// regions, and has the prefetch threads end, which few programs with data in
/// memory need again. The slices' findings are not judged. False if the thread
/// is in no region.
bool endForNew();
/// MPI_Finalize: cancels the running slices, refuses launches for good, lets
/// the prefetch threads end. Waits for nothing. No hook but Wake is called from
/// here on.
void disable();
/// exit, MPI_Abort: as disable(), but calls no hook, and takes no lock and no
/// memory, as code interrupted by a signal may hold both. A slice that waits
/// for data waits on until the process ends.
void quit();
/// The part of a region's state for the program's calls: cheap for millions of
/// reads.
struct OwnedRegion {
  std::atomic<bool> Launched{false}; ///< Between launch and end.
  foreslice_region *Region = nullptr;
  uint64_t Launch = 0; ///< The number of the launch.
  unsigned InVain = 0; ///< Recent reads without data ready.
  /// The stream whose reads from the buffer are added to StreamReads and not
  /// looked at, until the next looked-at call. Null: none.
  const void *Stream = nullptr;
  unsigned *StreamReads = nullptr;

  /// The region's slice, if any, brings no data that the thread reads: some
  /// reads in a row have found no data, in this launch or the last ones.
  bool isLeftAlone() const { return InVain >= LeastInVain; }
  static constexpr unsigned LeastInVain = 2;

  bool isLaunched() const { return Launched.load(std::memory_order_relaxed); }
};
namespace detail {
/// The thread's innermost region; null if in no region.
inline thread_local OwnedRegion *Mine
    __attribute__((tls_model("initial-exec"))) = nullptr;
} // namespace detail
/// The reads of the thread's OwnedRegion::Stream are looked at again.
inline void lookAtStream() {
  if (OwnedRegion *Mine = detail::Mine)
    Mine->Stream = nullptr;
}

/// True between launch and end of a region, on the launching thread, and on
/// threads that may run tasks of the region: then, and only then, calls are
/// counted and looked up. Cheap (two relaxed loads).
bool inRegion();
/// The launch number and the foreslice_region_flags of the thread's region; 0
/// elsewhere.
inline uint64_t launchNumber() {
  const OwnedRegion *Mine = detail::Mine;
  if (!Mine)
    return task_region::launch();
  return Mine->isLaunched() ? Mine->Launch : 0;
}
/// True if the thread runs nothing of a region. launchNumber() is 0 then.
inline bool isOutside() {
  return !detail::Mine && task_region::detail::Running == 0;
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
/// Whether other regions are between launch and end, beside the calling
/// thread's innermost region.
bool othersRun();
/// Number of the prefetch thread that serves the calling thread of the program,
/// from packet to end; else 0.
unsigned number();
/// Whether the thread's region has a held slice.
bool isHeld();
/// Whether the thread is in a region, innermost or not, with a slice that has
/// not started: of the files alone, or held.
bool awaitsFiles();
/// The thread has opened a file that is not in memory. The second such file
/// starts all slices that awaitsFiles() tells of.
void openedFromStorage();
/// The counters of the region that the calling thread is in; null in none.
RegionStatistics *statistics();
/// A read of POSIX in the region begins. True for the first read: its time is
/// wanted.
bool readBegins();
/// The first read took Ns.
void firstReadTook(uint64_t Ns);
/// A read in the region has ended: whether a source had asked for the data,
/// which were there or on their way.
void readEnded(bool FoundData);
/// readEnded() for a file that no source has asked for.
void readUnknown();
/// A read in the region, of readEnded() or left by the slice, has waited for
/// storage. A slice that waits for the program before each read is never ahead,
/// and is given up, the sooner the slower the reads are.
void readWaited();
/// A read by POSIX in the page where the last read has found no data has waited
/// for storage, too: counts as a read that has found no data, if the slice has
/// waited for the program since.
void readWaitedAgain();
/// Whether the last read has found no data.
inline bool wasInVain() {
  const OwnedRegion *Mine = detail::Mine;
  return Mine && Mine->InVain != 0 && Mine->isLaunched() &&
         !fork_guard::isChild();
}
/// OwnedRegion::isLeftAlone() of the thread's region.
inline bool isLeftAlone() {
  const OwnedRegion *Mine = detail::Mine;
  return Mine && Mine->isLeftAlone() && Mine->isLaunched() &&
         !fork_guard::isChild();
}
/// The slice of the thread's own region has ended, for whatever reason.
bool hasSliceEnded();
/// Starts the held slice, which catches up by call ids.
void startHeld();
/// The runner's questions and reports to other parts; set before enable(). All
/// but the last three run on the launching thread, inside packet, launch and
/// end.
struct Hooks {
  /// A region is launched, before its slice starts.
  void (*Launched)(const foreslice_region *Region) = nullptr;
  /// A launched region has ended and its slice is cancelled.
  void (*Ended)(const foreslice_region *Region) = nullptr;
  LaunchDecision (*Decide)(foreslice_region *Region) = nullptr;
  /// execution::cancelFlag() became true: code that makes the prefetch thread
  /// wait between enter() and leave() looks at the flag again. Any thread.
  void (*Wake)() = nullptr;
  /// Whether the main thread's Handle has the file for which the slice has
  /// Stand. On the prefetch thread.
  bool (*Confirm)(foreslice_handle Stand, foreslice_handle Handle) = nullptr;
  /// Whether a scout may go on. On the prefetch thread.
  bool (*MayScout)(unsigned Runner) = nullptr;
};
/// Gives the earlier hooks.
Hooks setHooks(Hooks H);
/// The calling thread of the program wants to be the only thread of the
/// process: leaves its regions, and waits, at most MostNs, until the threads of
/// the run time have ended, if they end at all and no other thread is in a
/// region.
void endThreads(uint64_t MostNs);
/// Never launches the region again, and notes Why in the statistics.
void turnOff(foreslice_region &Region, const std::string &Why);

/// Asks Hooks::Confirm; true without the hook.
bool confirm(foreslice_handle Stand, foreslice_handle Handle);

} // namespace slice_runner
} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_SLICERUNNER_H
