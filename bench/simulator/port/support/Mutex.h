//===- Mutex.h - mutexes of simulated threads -----------------------------===//
//
// In place of runtime/support/Mutex.h. Simulated threads take turns where one
// of them waits, and none waits with a mutex but by a condition variable: a
// mutex is never found locked.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_MUTEX_H
#define FORESLICE_SUPPORT_MUTEX_H

#include "Task.h"

#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>
#include <vector>

#define FORESLICE_ANNOTATE(X)
#define FORESLICE_GUARDED_BY(M)
#define FORESLICE_REQUIRES(M)
#define FORESLICE_EXCLUDES(M)
#define FORESLICE_ACQUIRES(...)
#define FORESLICE_RELEASES()

namespace foreslice {

class Mutex {
public:
  void lock() { Locked = simulator::mustBe(!Locked, "a mutex is locked"); }
  void unlock() { Locked = false; }
  void assertHeld() const { simulator::mustBe(Locked, "a mutex is free"); }

private:
  bool Locked = false;
};

using SharedMutex = Mutex;

template <class MutexType> class MutexLock {
public:
  explicit MutexLock(MutexType &M) : M(M) { M.lock(); }
  ~MutexLock() { M.unlock(); }
  MutexLock(const MutexLock &) = delete;
  MutexLock &operator=(const MutexLock &) = delete;

private:
  MutexType &M;
};

class CondVar {
public:
  void wait(Mutex &M) { waitFor(M, simulator::Forever); }
  /// False once Ns have passed.
  bool waitFor(Mutex &M, uint64_t Ns) {
    M.unlock();
    bool Told = Waiters.wait(Ns);
    M.lock();
    return Told;
  }
  void notifyAll() { Waiters.wakeAll(); }
  void notifyOne() { Waiters.wakeAll(); }

private:
  simulator::Waiters Waiters;
};

class Semaphore {
public:
  void release() {
    ++Count;
    Waiters.wakeAll();
  }
  void acquire() {
    while (Count == 0)
      Waiters.wait(simulator::Forever);
    --Count;
  }

private:
  uint64_t Count = 0;
  simulator::Waiters Waiters;
};

} // namespace foreslice

#endif // FORESLICE_SUPPORT_MUTEX_H
