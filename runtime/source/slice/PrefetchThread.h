//===- PrefetchThread.h - the thread that slices run on -------------------===//
//
// Takes jobs from a mailbox with one place and runs each (SliceExecution.h).
// Everything that other threads call here is free of locks, but not of the
// heap's.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_PREFETCHTHREAD_H
#define FORESLICE_SOURCE_SLICE_PREFETCHTHREAD_H

#include "source/slice/SliceExecution.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace foreslice {

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
/// Cancels what is in the mailbox and what runs; what is posted later runs.
/// Wake, if given, is called if a slice runs: it may wait for something.
void cancel(void (*Wake)());
/// Has the thread leave the program's descriptor table before it does anything
/// (DescriptorTable.h), and call Idle where a launch was cancelled and nothing
/// is left to run. Before ensureStarted().
void configure(bool OwnDescriptors, void (*Idle)());
/// cancel() for good: the thread ends, unless its slice waits for something
/// that only Wake would end. Takes no lock and no memory.
void stop();

/// In a forked child: there is no thread any more.
void forget();

} // namespace prefetch_thread
} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_PREFETCHTHREAD_H
