//===- HelperTime.h - processor time of the helper threads ----------------===//
//
// Overrun is prefetch work that delays a runnable main thread. Overrun is at
// most the time of the main thread runnable without a core, and at most the
// processor time of the helper threads.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_HELPERTIME_H
#define FORESLICE_SUPPORT_HELPERTIME_H

#include <cstdint>
#include <sys/types.h>

namespace foreslice::helper_time {

/// Counts the processor time of a helper thread for the thread's whole life.
class OfThread {
public:
  OfThread();
  ~OfThread();
  OfThread(const OfThread &) = delete;
  OfThread &operator=(const OfThread &) = delete;

private:
  unsigned Place;
};
/// Processor time of all helper threads, ended threads included.
uint64_t cpuNs();
/// How long a thread of the process was runnable without a core; 0 where the
/// kernel does not tell.
uint64_t delayNs(pid_t Thread);

} // namespace foreslice::helper_time

#endif // FORESLICE_SUPPORT_HELPERTIME_H
