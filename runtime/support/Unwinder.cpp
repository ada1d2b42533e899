//===- Unwinder.cpp - two unwinders of exceptions -------------------------===//
//
// To load libgcc's shared library takes a program about 0.1 ms at its start. So
// a copy of the unwinder is linked in, for exceptions of the run time's own and
// for looks at the stack. Other exceptions come through functions of the run
// time, too: of a program's function that the run time calls, and of threads
// that are cancelled in a read. These are unwound by libgcc's shared library,
// which the process then has; the two may be of different releases, and have
// different contexts. So the linker has the run time, and the C++ library that
// is linked in, call the functions of this file (--wrap).
//
//===----------------------------------------------------------------------===//

#include "support/NextSymbol.h"

#include <atomic>
#include <cstdint>

using namespace foreslice;

namespace {

/// As in the C++ ABI for Itanium, 1.2.1.
struct Exception {
  uint64_t Class;
  void (*Cleanup)(int, Exception *);
};
struct Context;

/// Whether the copy unwinds the thread now, or looks at the stack.
constinit thread_local bool IsCopyAtWork
    __attribute__((tls_model("initial-exec"))) = false;

/// The function of libgcc's shared library; Own where the process has no such
/// library.
template <typename F>
F *shared(std::atomic<F *> &Known, const char *Name, F *Own) {
  F *Function = Known.load(std::memory_order_relaxed);
  if (!Function) {
    void *Found = findInLibrary("libgcc_s.so.1", Name);
    Function = Found ? reinterpret_cast<F *>(Found) : Own;
    Known.store(Function, std::memory_order_relaxed);
  }
  return Function;
}

} // namespace

extern "C" {

/// Begin and end of this library.
[[gnu::visibility("hidden")]] extern const char __ehdr_start, _end;

int __real__Unwind_RaiseException(Exception *E);
int __real__Unwind_Resume_or_Rethrow(Exception *E);
void __real__Unwind_Resume(Exception *E);
int __real__Unwind_Backtrace(int (*See)(Context *, void *), void *Argument);

/// Comes back if there is no handler.
int __wrap__Unwind_RaiseException(Exception *E) {
  IsCopyAtWork = true;
  const int Result = __real__Unwind_RaiseException(E);
  IsCopyAtWork = false;
  return Result;
}

int __wrap__Unwind_Resume_or_Rethrow(Exception *E) {
  IsCopyAtWork = true;
  const int Result = __real__Unwind_Resume_or_Rethrow(E);
  IsCopyAtWork = false;
  return Result;
}

/// The C++ library that is linked in cleans up after the run time's exceptions.
void __wrap__Unwind_Resume(Exception *E) {
  static constinit std::atomic<void (*)(Exception *)> Known{nullptr};
  const auto Cleanup = reinterpret_cast<uintptr_t>(E->Cleanup);
  if (Cleanup >= reinterpret_cast<uintptr_t>(&__ehdr_start) &&
      Cleanup < reinterpret_cast<uintptr_t>(&_end)) {
    IsCopyAtWork = true;
    __real__Unwind_Resume(E);
  }
  shared(Known, "_Unwind_Resume", __real__Unwind_Resume)(E);
}

int __wrap__Unwind_Backtrace(int (*See)(Context *, void *), void *Argument) {
  IsCopyAtWork = true;
  const int Result = __real__Unwind_Backtrace(See, Argument);
  IsCopyAtWork = false;
  return Result;
}

/// A question about a frame, to the unwinder that asks.
#define FORESLICE_ASK(RESULT, NAME, PARAMETERS, ARGUMENTS)                     \
  RESULT __real_##NAME PARAMETERS;                                             \
  RESULT __wrap_##NAME PARAMETERS {                                            \
    static constinit std::atomic<RESULT(*) PARAMETERS> Known{nullptr};         \
    if (IsCopyAtWork)                                                          \
      return __real_##NAME ARGUMENTS;                                          \
    return shared(Known, #NAME, __real_##NAME) ARGUMENTS;                      \
  }

FORESLICE_ASK(void *, _Unwind_GetLanguageSpecificData, (Context * C), (C))
FORESLICE_ASK(uintptr_t, _Unwind_GetRegionStart, (Context * C), (C))
FORESLICE_ASK(uintptr_t, _Unwind_GetDataRelBase, (Context * C), (C))
FORESLICE_ASK(uintptr_t, _Unwind_GetTextRelBase, (Context * C), (C))
FORESLICE_ASK(uintptr_t, _Unwind_GetIPInfo, (Context * C, int *IsBefore),
              (C, IsBefore))
FORESLICE_ASK(void, _Unwind_SetGR, (Context * C, int Number, uintptr_t Value),
              (C, Number, Value))

void __real__Unwind_SetIP(Context *C, uintptr_t Place);

/// The last that is asked before the thread goes on in a frame.
void __wrap__Unwind_SetIP(Context *C, uintptr_t Place) {
  static constinit std::atomic<void (*)(Context *, uintptr_t)> Known{nullptr};
  if (IsCopyAtWork)
    __real__Unwind_SetIP(C, Place);
  else
    shared(Known, "_Unwind_SetIP", __real__Unwind_SetIP)(C, Place);
  IsCopyAtWork = false;
}

} // extern "C"
