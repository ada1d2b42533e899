//===- NextFunction.h - the function behind one of the run time's ---------===//
//
// For functions of libc that the run time defines in front of libc. The next
// function may be a sanitizer's or a tool's.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_NEXTFUNCTION_H
#define FORESLICE_SUPPORT_NEXTFUNCTION_H

#include "support/NextSymbol.h"
#include "support/RareCall.h"

#include <atomic>
#include <cerrno>
#include <dlfcn.h>
#include <type_traits>

namespace foreslice {

/// The next function of a name in the order of the libraries; looked up at the
/// first call. Any thread.
template <typename Function> class Next {
public:
  explicit constexpr Next(const char *Name) : Name(Name) {}
  /// -1, or null, with ENOSYS if there is none.
  template <typename... Args> auto operator()(Args... A) {
    Function *F = Found.load(std::memory_order_relaxed);
    if (!F && !(F = find())) {
      if constexpr (std::is_pointer_v<decltype(F(A...))>)
        return decltype(F(A...))(nullptr);
      else
        return static_cast<decltype(F(A...))>(-1);
    }
    return F(A...);
  }

private:
  [[gnu::noinline]] FORESLICE_RARE_CALL Function *find() {
    void *Symbol = findNextSymbol(Name);
    auto *F =
        reinterpret_cast<Function *>(Symbol ? Symbol : dlsym(RTLD_NEXT, Name));
    if (F)
      Found.store(F, std::memory_order_relaxed);
    else
      errno = ENOSYS;
    return F;
  }

  const char *const Name;
  std::atomic<Function *> Found{nullptr};
};

} // namespace foreslice

/// Defines NAME in front of the next function: does DO if WHEN holds, and then
/// calls the next function. PARAMETERS, TYPES and ARGUMENTS are from the rows
/// of InterposedCalls.def.
#define FORESLICE_DO_BEFORE(RESULT, NAME, WHEN, DO, PARAMETERS, TYPES,         \
                            ARGUMENTS)                                         \
  __attribute__((                                                              \
      visibility("default"))) RESULT told_##NAME PARAMETERS __asm__(#NAME);    \
  RESULT told_##NAME PARAMETERS {                                              \
    static constinit foreslice::Next<RESULT TYPES> Own(#NAME);                 \
    if (WHEN)                                                                  \
      DO;                                                                      \
    return Own ARGUMENTS;                                                      \
  }

#endif // FORESLICE_SUPPORT_NEXTFUNCTION_H
