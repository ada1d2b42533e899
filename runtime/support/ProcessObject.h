//===- ProcessObject.h - an object for each process, forks included -------===//
//
// A forked child has the memory of the parent, and none of the threads: nobody
// finishes the threads' changes of an object, and locks stay locked. So the
// child gets a new object, and leaves the parent's alone:
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

/// The part of ProcessObject that does not depend on the type.
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

/// A T, made at the first use in the process, and never destroyed. Of static
/// storage duration. Any thread.
template <typename T> class ProcessObject : public ProcessObjectBase {
public:
  constexpr ProcessObject() = default;

  T &get() {
    void *Known = Object.load(std::memory_order_acquire);
    return *static_cast<T *>(Known ? Known
                                   : make([]() -> void * { return new T; }));
  }
  /// Null if no object has been made.
  T *ifAny() {
    return static_cast<T *>(Object.load(std::memory_order_acquire));
  }
};

} // namespace foreslice

#endif // FORESLICE_SUPPORT_PROCESSOBJECT_H
