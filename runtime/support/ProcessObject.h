//===- ProcessObject.h - an object of which each process has its own ------===//
//
// A forked child has the memory of its parent, and none of the threads:
// whatever they were doing to an object, nobody finishes, and the locks that
// they had stay locked. So the child gets a new object, and leaves the parent's
// as it is:
//
//   Cache &cache() {
//     static constinit ProcessObject<Cache> C;
//     return C.get();
//   }
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_PROCESSOBJECT_H
#define FORESLICE_SUPPORT_PROCESSOBJECT_H

#include <atomic>
#include <pthread.h>

namespace foreslice {

/// What does not depend on the type.
class ProcessObjectBase {
public:
  ProcessObjectBase(const ProcessObjectBase &) = delete;
  ProcessObjectBase &operator=(const ProcessObjectBase &) = delete;

protected:
  constexpr ProcessObjectBase() = default;
  /// The object, made by Make if there is none.
  void *make(void *(*Make)());

  std::atomic<void *> Object{nullptr};

private:
  static void renewAll();
  void noteOnce();

  pthread_mutex_t Making = PTHREAD_MUTEX_INITIALIZER;
  std::atomic<bool> Noted{false};
  ProcessObjectBase *Next = nullptr;
  static std::atomic<ProcessObjectBase *> First;
};

/// A T that is made at its first use in the process, and never destroyed. Of
/// static storage duration. Any thread.
template <typename T> class ProcessObject : public ProcessObjectBase {
public:
  constexpr ProcessObject() = default;

  T &get() {
    void *Known = Object.load(std::memory_order_acquire);
    return *static_cast<T *>(Known ? Known
                                   : make([]() -> void * { return new T; }));
  }
  /// Null if it has not been made.
  T *ifAny() {
    return static_cast<T *>(Object.load(std::memory_order_acquire));
  }
};

} // namespace foreslice

#endif // FORESLICE_SUPPORT_PROCESSOBJECT_H
