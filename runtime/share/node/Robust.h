//===- Robust.h - mutexes that survive the death of a process -------------===//
//
// Mutexes in shared memory whose holder may die, and a sign of life of each
// process.
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

/// A mutex for processes. If the holder dies, the next process gets the mutex:
/// guarded data must be right after every single store.
class FORESLICE_ANNOTATE(capability("mutex")) RobustMutex {
public:
  /// Once, before the first lock. False if the system has no robust mutexes.
  bool initialize();
  void lock() FORESLICE_ACQUIRES();
  bool tryLock() FORESLICE_ANNOTATE(try_acquire_capability(true));
  void unlock() FORESLICE_RELEASES() { pthread_mutex_unlock(&M); }

private:
  bool got(int Error);

  pthread_mutex_t M;
};

/// Whether a process lives, for processes of its PID namespace.
class ProcessLife {
public:
  bool initialize() { return Held.initialize(); }
  /// By the process itself, on a thread that lives as long as the process.
  void begin() FORESLICE_ACQUIRES(Held);
  /// True once the process has come to an end; then for good.
  bool isOver();

private:
  RobustMutex Held; ///< For life.
  std::atomic<bool> HasEnded;
  pid_t Pid;
  uint64_t Start; ///< In clock ticks since boot: tells a reused PID apart.
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NODE_ROBUST_H
