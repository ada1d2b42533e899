//===- Delay.cpp - random delays for tests --------------------------------===//
//
// See Delay.h.
//
//===----------------------------------------------------------------------===//

#include "support/Delay.h"

#include <cerrno>
#include <cstdint>
#include <ctime>

using namespace foreslice;

namespace {

std::atomic<uint64_t> Seed{0};
std::atomic<unsigned> Threads{0};

/// SplitMix64.
uint64_t draw(uint64_t &State) {
  uint64_t X = State += 0x9E3779B97F4A7C15u;
  X = (X ^ (X >> 30)) * 0xBF58476D1CE4E5B9u;
  X = (X ^ (X >> 27)) * 0x94D049BB133111EBu;
  return X ^ (X >> 31);
}

} // namespace

void delays::start(unsigned Number, unsigned Rank) {
  Seed = uint64_t(Number) << 32 | Rank << 8;
  On = true;
}

void delays::pause() {
  static thread_local uint64_t State = Seed + ++Threads;
  uint64_t Drawn = draw(State), Length = Drawn >> 32;
  long Us = Drawn % 128 == 0  ? 1000 + static_cast<long>(Length % 2000)
            : Drawn % 12 == 0 ? 50 + static_cast<long>(Length % 400)
                              : 0;
  int Error = errno;
  timespec Time{0, Us * 1000};
  if (Us != 0)
    nanosleep(&Time, nullptr);
  errno = Error;
}
