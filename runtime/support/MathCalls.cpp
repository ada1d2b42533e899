//===- MathCalls.cpp - functions of libm for the run time -----------------===//
//
// The run time, and the libraries linked into the run time, need four functions
// of libm. With these, a program in C does not load libm at each start. Hidden:
// the program's own calls go to libm.
//
//===----------------------------------------------------------------------===//

#include <cfenv>
#include <cstdint>
#include <xmmintrin.h>

extern "C" {

double ceil(double Value) {
  constexpr double AllWhole = 4503599627370496.0; // 2^52
  if (!(Value > -AllWhole && Value < AllWhole))
    return Value;
  const auto Whole = static_cast<double>(static_cast<int64_t>(Value));
  return Whole < Value ? Whole + 1 : Whole;
}

double sqrt(double Value) {
  double Root;
  __asm__("sqrtsd %1, %0" : "=x"(Root) : "x"(Value));
  return Root;
}

// Of the processor's registers for vectors alone: the run time computes by no
// others.

int fegetround() noexcept {
  return static_cast<int>(_MM_GET_ROUNDING_MODE() >> 3);
}

int fesetround(int Mode) noexcept {
  _MM_SET_ROUNDING_MODE(static_cast<unsigned>(Mode) << 3);
  return 0;
}

static_assert(FE_UPWARD << 3 == _MM_ROUND_UP &&
              FE_DOWNWARD << 3 == _MM_ROUND_DOWN &&
              FE_TOWARDZERO << 3 == _MM_ROUND_TOWARD_ZERO);

} // extern "C"
