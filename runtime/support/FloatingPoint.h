//===- FloatingPoint.h - the flags and traps of the program's code --------===//
//
// The run time computes with floating point within calls of the program. The
// program can see which exceptions were raised, and can have exceptions
// trapped.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_FLOATINGPOINT_H
#define FORESLICE_SUPPORT_FLOATINGPOINT_H

#if defined(__x86_64__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

namespace foreslice {

/// Between keep() and restore(), nothing is trapped, and raised exceptions are
/// forgotten. The program's rounding stays. On the program's thread.
class FloatingPoint {
#if defined(__x86_64__)
  // The run time does not use the x87: its state is left alone.
public:
  void keep() {
    Control = _mm_getcsr();
    if ((Control & _MM_MASK_MASK) != _MM_MASK_MASK)
      _mm_setcsr(Control | _MM_MASK_MASK);
  }
  void restore() const {
    if (_mm_getcsr() != Control)
      _mm_setcsr(Control);
  }

private:
  unsigned Control = 0;
#else
public:
  void keep() { std::feholdexcept(&Environment); }
  void restore() const { std::fesetenv(&Environment); }

private:
  std::fenv_t Environment;
#endif
};

/// All of the thread's state of floating point, for a slice, which is the
/// program's code.
class FloatingPointState {
public:
#if defined(__x86_64__)
  void take() {
    __asm__ volatile("fnstenv %0\n\tfldenv %0\n\tstmxcsr %1"
                     : "=m"(X87), "=m"(Control));
  }
  void restore() const {
    __asm__ volatile("fldenv %0\n\tldmxcsr %1" : : "m"(X87), "m"(Control));
  }

private:
  struct {
    char Bytes[28];
  } X87;
  unsigned Control;
#else
  void take() { std::fegetenv(&Environment); }
  void restore() const { std::fesetenv(&Environment); }

private:
  std::fenv_t Environment;
#endif
};

} // namespace foreslice

#endif // FORESLICE_SUPPORT_FLOATINGPOINT_H
