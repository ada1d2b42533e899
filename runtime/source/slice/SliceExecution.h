//===- SliceExecution.h - running slices, one after the other -------------===//
//
// A prefetch thread's work on a job: runs the slice and, in turns, the slice's
// scouts, and keeps both from doing harm: a jump ends a slice at a fault or a
// cancellation. docs/faults.md tells how.
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
  const foreslice_region *Scouts = nullptr; ///< The region, with the scouts.
  RegionState *Region = nullptr;
  uint64_t Number = 0; ///< Number of the launch, from 1.
  /// Position of the launch's first value in the channel.
  uint64_t FirstValue = 0;
  bool Draws = false; ///< The slice draws random numbers, from Random.
  GeneratorStates Random;
  /// The thread's team of OpenMP at launch.
  uint32_t TeamSize = 1, TeamMember = 0;
  team::Schedule TeamSchedule;
};

/// Most slices that run at once, each on a prefetch thread of its own.
inline constexpr unsigned MostSlices = 8;

/// The slices of one prefetch thread.
class Execution {
public:
  explicit Execution(unsigned Number) : Number(Number) {}
  Execution(const Execution &) = delete;
  Execution &operator=(const Execution &) = delete;

  /// Number of the prefetch thread, below MostSlices.
  const unsigned Number;

  // The prefetch thread.

  /// The calling thread runs slices, from here to end().
  void begin();
  void run(const Job &J);
  void end();

  // Any thread, without locks.

  /// Jobs up to Number shall not run on. The caller wakes a waiting job.
  void cancelUpTo(uint64_t Number);
  /// Becomes true when the running slice is cancelled.
  const std::atomic<bool> &cancelFlag() const { return CancelRunning; }
  /// The program has no use for the slice of a job: the slice ends before it
  /// next waits for the program.
  void giveUp(uint64_t Number) {
    GivenUp.store(Number, std::memory_order_relaxed);
  }
  bool isGivenUp(uint64_t Number) const {
    return GivenUp.load(std::memory_order_relaxed) == Number;
  }
  /// Number of the running job; 0 if none runs.
  uint64_t runningNumber() const { return RunningNumber.load(); }
  /// Whether the slice of a job that ran has ended.
  bool hasEnded(uint64_t Number) const {
    return LastEnded.load(std::memory_order_relaxed) >= Number;
  }
  /// The way of values to slices.
  Channel &channel() { return Values; }

private:
  std::atomic<uint64_t> CancelledUpTo{0}; ///< Jobs to here shall not run on.
  std::atomic<uint64_t> RunningNumber{0};
  /// Read by slices and their waits.
  std::atomic<bool> CancelRunning{false};
  std::atomic<uint64_t> LastEnded{0}; ///< Number of the last job that ran.
  std::atomic<uint64_t> GivenUp{0};   ///< Number of the last such job.
  Channel Values;
};

namespace execution {

// Any thread, without locks.

/// Makes the running slice look whether the slice is cancelled.
void kick(pid_t Thread);
/// The slice of a job has ended, or will not run.
void count(const Job &J, SliceEnd Why);
/// The signal filter for signal_chain.
bool onSignal(int Signal, siginfo_t *Info, void *Context);

// Questions of the rest of the run time. On a prefetch thread, the answers are
// about the thread's slice.

/// The number of the calling prefetch thread; 0 on other threads.
unsigned number();
/// The channel of the running slice. Prefetch threads only.
Channel &channel();

// The running slice's scouts take turns with the slice, on one thread.

/// By the slice, between enter() and leave(): has each scout that may go on run
/// until a pause or the end.
void resumeScouts();
/// Sets the question whether a scout may go on; null: always. Before a slice
/// runs.
void setMayScout(bool (*MayScout)(unsigned Runner));
/// By a scout, between enter() and leave(): leave() pauses the scout.
void pauseScout();
/// A slice and its scouts.
inline constexpr unsigned Roles = 1 + FORESLICE_MAX_SCOUTS;
/// Slices and scouts of all prefetch threads. The first of a thread is the
/// slice.
inline constexpr unsigned Runners = MostSlices * Roles;
constexpr unsigned firstRunner(unsigned Number) { return Number * Roles; }
/// Index of the running slice or scout; 0 on other threads.
unsigned runner();
/// Role on the thread: 0 is the slice, and the answer on other threads.
unsigned role();
inline bool isScout() { return role() != 0; }

/// The number and the memory of the running slice, or scout, on a prefetch
/// thread; 0 and null on others.
uint64_t runningNumber();
SliceSpace *space();
/// Random numbers of the running slice, or scout; null on other threads.
Generators *generators();
/// The job of the running slice; null on other threads.
const Job *job();
/// The region of the running slice; null on other threads.
RegionState *region();
/// foreslice_region::flags of the running slice's region; 0 if there is none.
uint32_t regionFlags();
/// Counts for the region of the running slice.
void count(RunCounter C, uint64_t N = 1);
/// Whether the running slice has had its second of CPU time without a request.
/// A timer tick seldom meets the slice's own code if the slice mostly calls the
/// run time.
bool isOverdue();

/// Around the work of foreslice_slice_* functions on a prefetch thread: between
/// enter() and leave() a fault is a bug of the run time (not caught) and a
/// cancellation is deferred. Not to be nested. On any other thread both do
/// nothing. enter() ends a slice that has used up its stack, by a jump as in
/// leave().
void enter();
/// Ends the slice with Why if not Completed, or if cancelled meanwhile; else
/// returns to the slice. Jumps: no C++ object with a destructor may be alive.
void leave(SliceEnd Why = SliceEnd::Completed);
/// As leave(), for short calls that seldom wait: only some calls, and those
/// after lookSoon(), look whether the signal handlers are still in front.
void leaveQuickly(SliceEnd Why);
/// Whether the program has given the running slice up.
bool isGivenUp();
/// By a call that has waited, before leaveQuickly().
void lookSoon();
/// Becomes true when the running slice is cancelled; never on other threads.
const std::atomic<bool> &cancelFlag();

} // namespace execution
} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_SLICEEXECUTION_H
