//===- Lazy.h - objects made at the first use -----------------------------===//
//
// In place of static variables of functions, where threads wait for the
// initialisation: a child forked while another thread initialises would wait
// for ever, without that thread. Here nobody waits. Threads that come meanwhile
// make an object, too, and the first object that is ready serves all threads. A
// Lazy has static storage duration.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_LAZY_H
#define FORESLICE_SUPPORT_LAZY_H

#include <atomic>
#include <memory>

namespace foreslice {

/// A value that does not depend on who asks.
template <typename T> class LazyValue {
public:
  constexpr LazyValue() = default;

  template <typename AskFn> T get(AskFn Ask) {
    if (!Known.load(std::memory_order_acquire)) {
      Value.store(Ask(), std::memory_order_relaxed);
      Known.store(true, std::memory_order_release);
    }
    return Value.load(std::memory_order_relaxed);
  }

private:
  std::atomic<T> Value{};
  std::atomic<bool> Known{false};
};

/// An object that is never destroyed: threads may run while the process exits.
template <typename T> class LazyObject {
public:
  constexpr LazyObject() = default;

  /// Make gives a std::unique_ptr<T>. Null only where Make gives null.
  template <typename MakeFn> T *get(MakeFn Make) {
    if (T *Known = Object.load(std::memory_order_acquire))
      return Known;
    std::unique_ptr<T> New = Make();
    T *Known = nullptr;
    return Object.compare_exchange_strong(Known, New.get(),
                                          std::memory_order_acq_rel)
               ? New.release()
               : Known;
  }

private:
  std::atomic<T *> Object{nullptr};
};

} // namespace foreslice

#endif // FORESLICE_SUPPORT_LAZY_H
