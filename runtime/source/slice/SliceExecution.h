//===- SliceExecution.h - running one slice after the other ---------------===//
//
// What a prefetch thread does with a job: runs its slice, and its scouts in
// turns with it, and keeps them from doing harm: faults and cancellation end
// them by a jump. docs/faults.md tells how.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_SLICEEXECUTION_H
#define FORESLICE_SOURCE_SLICE_SLICEEXECUTION_H

#include "source/slice/Channel.h"
#include "source/slice/Generators.h"
#include "source/slice/RegionState.h"
#include "source/slice/SliceEnd.h"
#include "source/slice/SliceSpace.h"
#include "source/slice/TeamSchedule.h"
#include "support/Statistics.h"

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <sys/types.h>

namespace foreslice {

/// One launch.
struct Job {
  explicit Job(size_t Capacity)
      : Capacity(Capacity), Packet(std::make_unique<std::byte[]>(Capacity)) {}
  const size_t Capacity;
  std::unique_ptr<std::byte[]> Packet;
  void (*Slice)(const void *Packet) = nullptr;
  const foreslice_region *Scouts = nullptr; ///< Its scouts.
  RegionState *Region = nullptr;
  uint64_t Number = 0;     ///< Of the launch, from 1.
  uint64_t FirstValue = 0; ///< Where in the channel its values begin.
  bool Draws = false;      ///< The slice draws random numbers, from here:
  GeneratorStates Random;
  /// Of OpenMP, that the thread was in at launch.
  uint32_t TeamSize = 1, TeamMember = 0;
  team::Schedule TeamSchedule;
};

/// Slices that run at once at most, each on a prefetch thread of its own.
inline constexpr unsigned MostSlices = 8;

/// What one prefetch thread runs.
class Execution {
public:
  explicit Execution(unsigned Number) : Number(Number) {}
  Execution(const Execution &) = delete;
  Execution &operator=(const Execution &) = delete;

  /// Of the prefetch thread, below MostSlices.
  const unsigned Number;

  // The prefetch thread.

  /// The calling thread is the one that runs slices, from here to end().
  void begin();
  void run(const Job &J);
  void end();

  // Any thread, without locks.

  /// Jobs to Number shall not run on. The caller wakes one that waits.
  void cancelUpTo(uint64_t Number);
  /// Becomes true when the running slice is cancelled.
  const std::atomic<bool> &cancelFlag() const { return CancelRunning; }
  /// Of the job that runs; 0 if none does.
  uint64_t runningNumber() const { return RunningNumber.load(); }
  /// Whether the slice of a job that ran has ended.
  bool hasEnded(uint64_t Number) const {
    return LastEnded.load(std::memory_order_relaxed) >= Number;
  }
  /// How values reach slices.
  Channel &channel() { return Values; }

private:
  std::atomic<uint64_t> CancelledUpTo{0}; ///< Jobs to here shall not run on.
  std::atomic<uint64_t> RunningNumber{0};
  /// What slices and their waits look at.
  std::atomic<bool> CancelRunning{false};
  std::atomic<uint64_t> LastEnded{0}; ///< Of the jobs that ran.
  Channel Values;
};

namespace execution {

// Any thread, without locks.

/// Makes the slice that runs look whether it is cancelled.
void kick(pid_t Thread);
/// The slice of a job has ended, or will not run.
void count(const Job &J, SliceEnd Why);
/// What is installed with signal_chain.
bool onSignal(int Signal, siginfo_t *Info, void *Context);

// What the rest of the run time asks. On a prefetch thread it is of that
// thread's slice.

/// The number of the prefetch thread that calls; 0 on other threads.
unsigned number();
/// How values reach the slice that runs. Prefetch threads only.
Channel &channel();

// The scouts of the slice that runs take turns with it, on its thread.

/// The slice, between enter() and leave(): has each scout run until it pauses
/// or ends, if it may.
void resumeScouts();
/// What is asked whether a scout may go on; null: it may. Before a slice runs.
void setMayScout(bool (*MayScout)(unsigned Runner));
/// A scout, between enter() and leave(): leave() pauses it.
void pauseScout();
/// A slice and its scouts.
inline constexpr unsigned Roles = 1 + FORESLICE_MAX_SCOUTS;
/// Those of all prefetch threads. The first of a thread is its slice.
inline constexpr unsigned Runners = MostSlices * Roles;
constexpr unsigned firstRunner(unsigned Number) { return Number * Roles; }
/// Which of them runs; 0 on other threads.
unsigned runner();
/// Of its thread: 0 is the slice, and what every other thread gets.
unsigned role();
inline bool isScout() { return role() != 0; }

/// The number and the memory of the slice, or scout, that runs, on a prefetch
/// thread; on others there is none.
uint64_t runningNumber();
SliceSpace *space();
/// Where that slice, or scout, draws random numbers; null on other threads.
Generators *generators();
/// What that slice runs for; null on other threads.
const Job *job();
/// The region of that slice; null on other threads.
RegionState *region();
/// foreslice_region::flags of that slice's region; 0 if there is none.
uint32_t regionFlags();
/// Counts for the region of that slice.
void count(RunCounter C, uint64_t N = 1);
/// Whether that slice has had its second of CPU time without a request. A timer
/// tick finds it in its own code too seldom if it mostly calls the run time.
bool isOverdue();

/// What foreslice_slice_* functions do around their work on a prefetch
/// thread: between enter() and leave() a fault is a bug of ours (not caught)
/// and a cancellation is deferred. Not to be nested. On any other thread both
/// do nothing. enter() ends a slice that has used up its stack, by a jump as in
/// leave().
void enter();
/// Ends the slice with Why if it is not Completed, or if it was cancelled
/// meanwhile; else returns to the slice. Jumps: call it with no C++ object
/// that needs a destructor alive.
void leave(SliceEnd Why = SliceEnd::Completed);
/// Becomes true when the running slice is cancelled; never on other threads.
const std::atomic<bool> &cancelFlag();

} // namespace execution
} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_SLICEEXECUTION_H
