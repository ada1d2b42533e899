//===- TellingScope.h - a call of the program that is told ----------------===//
//
// No other call of the thread is told meanwhile: neither the run time's own
// calls, nor calls of a signal handler that interrupts the call.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_TELLINGSCOPE_H
#define FORESLICE_SUPPORT_TELLINGSCOPE_H

#include <cstdint>

namespace foreslice {

class TellingScope {
public:
  TellingScope() : Outer(Innermost) { Innermost = this; }
  ~TellingScope() { Innermost = Outer; }
  TellingScope(const TellingScope &) = delete;
  TellingScope &operator=(const TellingScope &) = delete;

  /// No call of the thread is told from now on, on whatever stack.
  static void stayOn() {
    Innermost = reinterpret_cast<const TellingScope *>(UINTPTR_MAX);
  }
  /// False if the thread has no scope: then isOn() is false, too. Needs no
  /// frame.
  static bool hasAny() { return Innermost; }
  /// A scope that a handler has left by siglongjmp is over: the scope was
  /// farther down in the stack than the caller is now.
  static bool isOn() {
    return Innermost &&
           __builtin_frame_address(0) < static_cast<const void *>(Innermost);
  }

private:
  const TellingScope *const Outer;
  static inline thread_local const TellingScope *Innermost
      __attribute__((tls_model("initial-exec"))) = nullptr;
};

} // namespace foreslice

#endif // FORESLICE_SUPPORT_TELLINGSCOPE_H
