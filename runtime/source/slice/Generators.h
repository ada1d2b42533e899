//===- Generators.h - copies of the C library's random numbers ------------===//
//
// rand and random share one generator of the process, and drand48, lrand48 and
// mrand48 another. A slice draws from copies that are taken at the launch, and
// leaves the program's generators alone. Only glibc lets a copy be taken.
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

/// What the generators of the process held at a launch.
struct GeneratorStates {
  /// The largest state that random() can have, behind a word that says where
  /// the generator stands.
  std::array<int32_t, 64> Random;
  std::array<std::byte, 24> Rand48;
  bool IsKnown = false;

  /// Finds where the C library keeps the states. Before main, or else not from
  /// one thread among several: for a moment the program's generators are not
  /// what they were.
  static void locate();
  /// Takes what the generators hold now, without a change that the program
  /// could notice. Any thread. Where other threads draw meanwhile, the copy is
  /// of no use and does no harm.
  void take();
};

/// Generators of a slice's own.
class Generators {
public:
  Generators() = default;
  Generators(const Generators &) = delete;
  void begin(const GeneratorStates &From);
  /// False if there was no copy to begin from.
  bool isKnown() const { return Known; }
  /// One of foreslice_draw; the value as the program's call gives it, in 64
  /// bits.
  int64_t draw(int32_t What);
  /// One of foreslice_generator.
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
