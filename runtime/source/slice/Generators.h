//===- Generators.h - copies of the C library's random numbers ------------===//
//
// rand and random share one generator of the process, and drand48, lrand48 and
// mrand48 another. A slice draws from copies taken at the launch, and leaves
// the program's generators alone. Only glibc allows a copy.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_GENERATORS_H
#define FORESLICE_SOURCE_SLICE_GENERATORS_H

#include "foreslice/abi.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace foreslice {

/// The generators of the process at a launch.
struct GeneratorStates {
  /// The largest state of random(), behind a word with the generator's
  /// position.
  std::array<int32_t, 64> Random;
  std::array<std::byte, 24> Rand48;
  bool IsKnown = false;

  /// Finds the C library's states. Before main, or else not beside other
  /// threads: for a moment the program's generators are changed.
  static void locate();
  /// Copies the generators, without a change that the program could notice. Any
  /// thread. Where other threads draw meanwhile, the copy is of no use and does
  /// no harm.
  void take();
};

/// Generators of a slice.
class Generators {
public:
  Generators() = default;
  Generators(const Generators &) = delete;
  void begin(const GeneratorStates &From);
  /// False without a copy to begin from.
  bool isKnown() const { return Known; }
  /// What is a foreslice_draw; gives the value of the program's call, in 64
  /// bits.
  int64_t draw(int32_t What);
  /// Generator is a foreslice_generator.
  void seed(int32_t Generator, int64_t Seed);

private:
  bool Known = false;
#ifdef __GLIBC__
  GeneratorStates OwnStates;
  random_data Random{};
  drand48_data Rand48{};
#endif
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_GENERATORS_H
