//===- Clock.h - the clock of the simulation ------------------------------===//
//
// In place of runtime/support/Clock.h.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_CLOCK_H
#define FORESLICE_SUPPORT_CLOCK_H

#include <cstdint>

namespace foreslice {

/// Simulated nanoseconds.
uint64_t nowNs();

} // namespace foreslice

#endif // FORESLICE_SUPPORT_CLOCK_H
