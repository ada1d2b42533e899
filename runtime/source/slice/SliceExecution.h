//===- SliceExecution.h - running one slice after the other ---------------===//
//
// What the prefetch thread does with a job: runs its slice, and its scouts in
// turns with it, where faults and cancellation end them by a jump.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_SLICEEXECUTION_H
#define FORESLICE_SOURCE_SLICE_SLICEEXECUTION_H

#include "source/slice/PrefetchThread.h"

#include <csignal>
#include <sys/types.h>

namespace foreslice::execution {

// The prefetch thread.

/// The calling thread is the one that runs slices, from here to end().
void begin();
void run(const Job &J);
void end();

// Any thread, without locks.

/// Jobs to Number shall not run on. The caller wakes one that waits.
void cancelUpTo(uint64_t Number);
/// Makes the slice that runs look whether it is cancelled.
void kick(pid_t Thread);
/// The slice of a job has ended, or will not run.
void count(const Job &J, SliceEnd Why);
/// In a forked child: nothing runs.
void forget();
/// What is installed with signal_chain.
bool onSignal(int Signal, siginfo_t *Info, void *Context);

} // namespace foreslice::execution

#endif // FORESLICE_SOURCE_SLICE_SLICEEXECUTION_H
