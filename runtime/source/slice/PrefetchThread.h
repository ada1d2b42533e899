//===- PrefetchThread.h - the thread that slices run on -------------------===//
//
// Takes jobs from a mailbox with one place, runs each where its faults and its
// cancellation end it by a jump, and reports how it ended. Everything that
// other threads call here is free of locks, but not of the heap's.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_PREFETCHTHREAD_H
#define FORESLICE_SOURCE_SLICE_PREFETCHTHREAD_H

#include "source/slice/Channel.h"
#include "source/slice/RegionState.h"
#include "source/slice/SliceRunner.h"
#include "source/slice/SliceSpace.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

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
};

namespace prefetch_thread {

/// Starts the thread and installs the signal handlers, once. False if the
/// system refuses, from then on.
bool ensureStarted();

/// A job with room for Size bytes: a used one if one is there.
std::unique_ptr<Job> obtainJob(size_t Size);
/// Keeps one job for obtainJob.
void recycle(std::unique_ptr<Job> J);

/// Gives J its number, which it also returns, and its place in the channel. At
/// launch, even if it is posted later.
uint64_t number(Job &J);
/// Puts J in the mailbox; a job still there is cancelled.
void post(std::unique_ptr<Job> J);
/// Whether the slice of a job that ran has ended.
bool hasEnded(uint64_t Number);
/// Cancels what is in the mailbox and what runs; what is posted later runs.
/// Wake, if given, is called if a slice runs: it may wait for something.
void cancel(void (*Wake)());
/// cancel() for good: the thread ends, unless its slice waits for something
/// that only Wake would end. Takes no lock and no memory.
void stop();

/// How values reach slices.
Channel &channel();

// The scouts of the slice that runs take turns with it, on the prefetch thread.

/// The slice, between slice_runner::enter() and leave(): has each scout run
/// until it pauses or ends, if it may (slice_runner::Hooks::MayScout).
void resumeScouts();
/// A scout, between enter() and leave(): leave() pauses it.
void pauseScout();
/// Which of them runs: 0 is the slice, and what every other thread gets.
unsigned runner();
inline constexpr unsigned Runners = 1 + FORESLICE_MAX_SCOUTS;

/// The number and the memory of the slice, or scout, that runs, on the prefetch
/// thread; on others there is none.
uint64_t runningNumber();
SliceSpace *space();
/// Counts for the region of that slice.
void count(RunCounter C, uint64_t N = 1);
/// Whether that slice has had its second of CPU time without a request. A timer
/// tick finds it in its own code too seldom if it mostly calls the run time.
bool isOverdue();

/// In a forked child: there is no thread any more.
void forget();

} // namespace prefetch_thread
} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_PREFETCHTHREAD_H
