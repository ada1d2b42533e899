//===- Mutex.h - a mutex that Clang's thread-safety analysis knows --------===//
//
// The standard library's mutexes and condition variable, with the attributes of
// clang's analysis. Clang checks that a thread that uses guarded data holds the
// mutex. In a build without assertions the attributes cost nothing.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_MUTEX_H
#define FORESLICE_SUPPORT_MUTEX_H

#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <thread>

#if defined(__clang__)
#define FORESLICE_ANNOTATE(X) __attribute__((X))
#else
#define FORESLICE_ANNOTATE(X)
#endif
#define FORESLICE_GUARDED_BY(M) FORESLICE_ANNOTATE(guarded_by(M))
#define FORESLICE_REQUIRES(M) FORESLICE_ANNOTATE(requires_capability(M))
#define FORESLICE_EXCLUDES(M) FORESLICE_ANNOTATE(locks_excluded(M))
#define FORESLICE_ACQUIRES(...)                                                \
  FORESLICE_ANNOTATE(acquire_capability(__VA_ARGS__))
#define FORESLICE_RELEASES() FORESLICE_ANNOTATE(release_capability())

namespace foreslice {

class FORESLICE_ANNOTATE(capability("mutex")) Mutex {
public:
  void lock() FORESLICE_ACQUIRES() {
    M.lock();
    noteHolder();
  }
  void unlock() FORESLICE_RELEASES() {
    noteNoHolder();
    M.unlock();
  }
  /// For a lambda that a template calls: the analysis does not know that the
  /// template runs while the mutex is held. Builds with assertions check.
  void assertHeld() const FORESLICE_ANNOTATE(assert_capability(this)) {
#ifndef NDEBUG
    assert(Holder.load() == std::this_thread::get_id());
#endif
  }

private:
  friend class CondVar;
#ifdef NDEBUG
  void noteHolder() {}
  void noteNoHolder() {}
#else
  void noteHolder() { Holder = std::this_thread::get_id(); }
  void noteNoHolder() { Holder = std::thread::id(); }
  std::atomic<std::thread::id> Holder;
#endif
  std::mutex M;
};

/// One thread may write, or many may read.
class FORESLICE_ANNOTATE(capability("mutex")) SharedMutex {
public:
  void lock() FORESLICE_ACQUIRES() { M.lock(); }
  void unlock() FORESLICE_RELEASES() { M.unlock(); }
  void lockShared() FORESLICE_ANNOTATE(acquire_shared_capability()) {
    M.lock_shared();
  }
  void unlockShared() FORESLICE_ANNOTATE(release_shared_capability()) {
    M.unlock_shared();
  }

private:
  std::shared_mutex M;
};

/// Holds a mutex for a scope; a SharedMutex for writing.
template <class MutexType> class FORESLICE_ANNOTATE(scoped_lockable) MutexLock {
public:
  explicit MutexLock(MutexType &M) FORESLICE_ACQUIRES(M) : M(M) { M.lock(); }
  ~MutexLock() FORESLICE_RELEASES() { M.unlock(); }
  MutexLock(const MutexLock &) = delete;
  MutexLock &operator=(const MutexLock &) = delete;

private:
  MutexType &M;
};

/// Holds a SharedMutex for reading for a scope.
class FORESLICE_ANNOTATE(scoped_lockable) SharedLock {
public:
  explicit SharedLock(SharedMutex &M)
      FORESLICE_ANNOTATE(acquire_shared_capability(M))
      : M(M) {
    M.lockShared();
  }
  ~SharedLock() FORESLICE_RELEASES() { M.unlockShared(); }
  SharedLock(const SharedLock &) = delete;
  SharedLock &operator=(const SharedLock &) = delete;

private:
  SharedMutex &M;
};

class CondVar {
public:
  /// As std::condition_variable::wait: may wake without a reason.
  void wait(Mutex &M) FORESLICE_REQUIRES(M) {
    std::unique_lock<std::mutex> L(M.M, std::adopt_lock);
    M.noteNoHolder();
    V.wait(L);
    M.noteHolder();
    L.release();
  }
  /// As wait(), at most Ns; false once Ns have passed.
  bool waitFor(Mutex &M, uint64_t Ns) FORESLICE_REQUIRES(M) {
    std::unique_lock<std::mutex> L(M.M, std::adopt_lock);
    M.noteNoHolder();
    auto How = V.wait_for(L, std::chrono::nanoseconds(Ns));
    M.noteHolder();
    L.release();
    return How == std::cv_status::no_timeout;
  }
  void notifyAll() { V.notify_all(); }
  void notifyOne() { V.notify_one(); }

private:
  std::condition_variable V;
};

/// Counts events; a thread waits for each.
class Semaphore {
public:
  void release() { S.release(); }
  void acquire() { S.acquire(); }

private:
  std::counting_semaphore<> S{0};
};

} // namespace foreslice

#endif // FORESLICE_SUPPORT_MUTEX_H
