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
#include <sys/types.h>

namespace foreslice::helper_time {

/// Of a scope on a thread of the run time's, which is all of its life.
class OfThread {
public:
  OfThread();
  ~OfThread();
  OfThread(const OfThread &) = delete;
  OfThread &operator=(const OfThread &) = delete;

private:
  unsigned Place;
};
/// Processor time of those threads, also of those that have ended.
uint64_t cpuNs();
/// How long a thread of the process could run and had no core; 0 where the
/// kernel does not tell.
uint64_t delayNs(pid_t Thread);

} // namespace foreslice::helper_time

#endif // FORESLICE_SUPPORT_HELPERTIME_H
