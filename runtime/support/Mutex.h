//===- Mutex.h - a mutex that Clang's thread-safety analysis knows --------===//
//
// std::mutex and std::condition_variable with the attributes that let the
// compiler check who guards what. Costs nothing over the originals.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_MUTEX_H
#define FORESLICE_SUPPORT_MUTEX_H

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#if defined(__clang__)
#define FORESLICE_ANNOTATE(X) __attribute__((X))
#else
#define FORESLICE_ANNOTATE(X)
#endif
#define FORESLICE_GUARDED_BY(M) FORESLICE_ANNOTATE(guarded_by(M))
#define FORESLICE_REQUIRES(M) FORESLICE_ANNOTATE(requires_capability(M))
#define FORESLICE_EXCLUDES(M) FORESLICE_ANNOTATE(locks_excluded(M))

namespace foreslice {

class FORESLICE_ANNOTATE(capability("mutex")) Mutex {
public:
  void lock() FORESLICE_ANNOTATE(acquire_capability()) { M.lock(); }
  void unlock() FORESLICE_ANNOTATE(release_capability()) { M.unlock(); }

private:
  friend class CondVar;
  std::mutex M;
};

/// Holds a Mutex for a scope.
class FORESLICE_ANNOTATE(scoped_lockable) MutexLock {
public:
  explicit MutexLock(Mutex &M) FORESLICE_ANNOTATE(acquire_capability(M))
      : M(M) {
    M.lock();
  }
  ~MutexLock() FORESLICE_ANNOTATE(release_capability()) { M.unlock(); }
  MutexLock(const MutexLock &) = delete;
  MutexLock &operator=(const MutexLock &) = delete;

private:
  Mutex &M;
};

class CondVar {
public:
  /// As std::condition_variable::wait: may wake without a reason.
  void wait(Mutex &M) FORESLICE_REQUIRES(M) {
    std::unique_lock<std::mutex> L(M.M, std::adopt_lock);
    V.wait(L);
    L.release();
  }
  /// The same; false once Ns have passed.
  bool waitFor(Mutex &M, uint64_t Ns) FORESLICE_REQUIRES(M) {
    std::unique_lock<std::mutex> L(M.M, std::adopt_lock);
    auto How = V.wait_for(L, std::chrono::nanoseconds(Ns));
    L.release();
    return How == std::cv_status::no_timeout;
  }
  void notifyAll() { V.notify_all(); }
  void notifyOne() { V.notify_one(); }

private:
  std::condition_variable V;
};

} // namespace foreslice

#endif // FORESLICE_SUPPORT_MUTEX_H
