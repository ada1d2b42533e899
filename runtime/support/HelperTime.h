//===- HelperTime.h - what the helper threads take of the cores -----------===//
//
// Overrun is prefetch work that delays the main thread after it could run
// again. It is at most the time that the main thread could run and had no
// core, and at most the processor time of the helper threads.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_HELPERTIME_H
#define FORESLICE_SUPPORT_HELPERTIME_H

#include <cstdint>
#include <pthread.h>
#include <sys/types.h>

namespace foreslice::helper_time {

/// A thread of the run time was started.
void add(pthread_t Thread);
/// Processor time of those that are still there.
uint64_t cpuNs();
/// How long a thread of the process could run and had no core; 0 where the
/// kernel does not tell.
uint64_t delayNs(pid_t Thread);

} // namespace foreslice::helper_time

#endif // FORESLICE_SUPPORT_HELPERTIME_H
