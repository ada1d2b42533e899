//===- EntryPoints.cpp - between programs and the run time's MPI calls ----===//
//
// See EntryPoints.h. These calls have at most six arguments, all integers or
// addresses, passed in registers.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/EntryPoints.h"

#include "frontend/mpiio/Mpi.h"

#include <cstdint>

namespace {

/// As wide as a register.
using Word = intptr_t;
using EntryPoint = Word (*)(Word, Word, Word, Word, Word, Word);
/// Compilers warn of a cast between types of functions, except to or from this
/// type.
using AnyFunction = void (*)();

template <typename... Arguments>
constexpr bool inRegisters(int (*)(Arguments...)) {
  return sizeof...(Arguments) <= 6 &&
         ((std::is_integral_v<Arguments> || std::is_pointer_v<Arguments>) &&
          ...);
}

} // namespace

// A jump through a variable, and no other code.
#if defined(__clang__)
#define FORESLICE_UNTYPED __attribute__((no_sanitize("function")))
#else
#define FORESLICE_UNTYPED
#endif

#define FORESLICE_ENTRY_POINT(Name)                                            \
  static_assert(inRegisters(&Name));                                           \
  static auto To_##Name =                                                      \
      reinterpret_cast<EntryPoint>(reinterpret_cast<AnyFunction>(&Name));      \
  extern "C" __attribute__((visibility("default"))) Word enter_##Name(         \
      Word, Word, Word, Word, Word, Word) __asm__(#Name);                      \
  FORESLICE_UNTYPED Word enter_##Name(Word A, Word B, Word C, Word D, Word E,  \
                                      Word F) {                                \
    if (!To_##Name) [[unlikely]]                                               \
      foreslice::entry_points::callComes();                                    \
    return To_##Name(A, B, C, D, E, F);                                        \
  }
#include "frontend/mpiio/entry_points.def"

static void (*OnCall)() = nullptr;

void foreslice::entry_points::awaitCall(void (*Find)()) {
  OnCall = Find;
  stepAside([](const char *) -> void * { return nullptr; });
}

void foreslice::entry_points::callComes() { OnCall(); }

void foreslice::entry_points::stepAside(Finder Find) {
#define FORESLICE_ENTRY_POINT(Name)                                            \
  To_##Name = reinterpret_cast<EntryPoint>(Find(#Name));
#include "frontend/mpiio/entry_points.def"
  stepAsideOfFortran(Find);
}
