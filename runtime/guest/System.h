//===- System.h - system calls and the clock, without libc ----------------===//
//
// The guest's own questions to the kernel: names of libc may be the program's,
// and errno is the program's.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_GUEST_SYSTEM_H
#define FORESLICE_GUEST_SYSTEM_H

#include <cstdint>
#include <sys/syscall.h>

namespace foreslice::guest {

#if defined(__x86_64__)

inline long systemCall(long Number, long A = 0, long B = 0, long C = 0,
                       long D = 0, long E = 0, long F = 0) {
  register long R10 __asm__("r10") = D;
  register long R8 __asm__("r8") = E;
  register long R9 __asm__("r9") = F;
  long Result;
  __asm__ volatile("syscall"
                   : "=a"(Result)
                   : "a"(Number), "D"(A), "S"(B), "d"(C), "r"(R10), "r"(R8),
                     "r"(R9)
                   : "rcx", "r11", "memory");
  return Result;
}

/// Ticks of the processor's clock, common to all processors.
inline uint64_t ticks() { return __builtin_ia32_rdtsc(); }
/// Ticks in 10 us, or a few us more: most clocks run at 2 to 4 GHz.
inline uint64_t fastTicks() { return 30'000; }

#elif defined(__aarch64__)

inline long systemCall(long Number, long A = 0, long B = 0, long C = 0,
                       long D = 0, long E = 0, long F = 0) {
  register long X8 __asm__("x8") = Number;
  register long X0 __asm__("x0") = A;
  register long X1 __asm__("x1") = B;
  register long X2 __asm__("x2") = C;
  register long X3 __asm__("x3") = D;
  register long X4 __asm__("x4") = E;
  register long X5 __asm__("x5") = F;
  __asm__ volatile("svc 0"
                   : "+r"(X0)
                   : "r"(X8), "r"(X1), "r"(X2), "r"(X3), "r"(X4), "r"(X5)
                   : "memory");
  return X0;
}

/// Ticks of the processor's clock, common to all processors.
inline uint64_t ticks() {
  uint64_t Now;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(Now));
  return Now;
}
/// Ticks in 10 us.
inline uint64_t fastTicks() {
  uint64_t PerSecond;
  __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(PerSecond));
  return PerSecond / 100'000;
}

#else
#error "there is no guest for this processor"
#endif

} // namespace foreslice::guest

#endif // FORESLICE_GUEST_SYSTEM_H
