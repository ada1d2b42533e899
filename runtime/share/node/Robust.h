//===- Robust.h - what survives the death of a process --------------------===//
//
// Mutexes in shared memory whose holder may die, and how one process sees that
// another has.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SHARE_NODE_ROBUST_H
#define FORESLICE_SHARE_NODE_ROBUST_H

#include "support/Mutex.h"

#include <atomic>
#include <cstdint>
#include <pthread.h>
#include <sys/types.h>

namespace foreslice {

/// A mutex for processes. If its holder dies the next one gets it: what it
/// guards must be right after every single store.
class FORESLICE_ANNOTATE(capability("mutex")) RobustMutex {
public:
  /// Once, before anybody locks it. False if the system has none.
  bool initialize();
  void lock() FORESLICE_ACQUIRES();
  bool tryLock() FORESLICE_ANNOTATE(try_acquire_capability(true));
  void unlock() FORESLICE_RELEASES() { pthread_mutex_unlock(&M); }

private:
  bool got(int Error);

  pthread_mutex_t M;
};

/// Whether a process lives, for those who share its number space.
class ProcessLife {
public:
  bool initialize() { return Held.initialize(); }
  /// By the process itself, on a thread that lives as long.
  void begin() FORESLICE_ACQUIRES(Held);
  /// True once the process has come to an end; then for good.
  bool isOver();

private:
  RobustMutex Held; ///< For life.
  std::atomic<bool> HasEnded;
  pid_t Pid;
  uint64_t Start; ///< In clock ticks since boot: tells it from a later one.
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NODE_ROBUST_H
