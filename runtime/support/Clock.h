//===- Clock.h - the clock of all measurements ----------------------------===//

#ifndef FORESLICE_SUPPORT_CLOCK_H
#define FORESLICE_SUPPORT_CLOCK_H

#include <cstdint>
#include <ctime>

namespace foreslice {

/// Nanoseconds of CLOCK_MONOTONIC.
inline uint64_t nowNs() {
  timespec T;
  clock_gettime(CLOCK_MONOTONIC, &T);
  return uint64_t(T.tv_sec) * 1'000'000'000 + uint64_t(T.tv_nsec);
}

} // namespace foreslice

#endif // FORESLICE_SUPPORT_CLOCK_H
