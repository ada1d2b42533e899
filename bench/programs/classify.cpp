// What the classifier takes for an access, in ns: of reads in even steps, and
// of reads at random places, of which each window is classified.

#include "classifier/StreamClassifier.h"

#include <chrono>
#include <cstdio>
#include <random>

using namespace foreslice;
using Clock = std::chrono::steady_clock;

template <class OffsetFn> static double nsEach(OffsetFn Offset) {
  constexpr int64_t Accesses = 2'000'000;
  double Best = 1e9;
  for (int Round = 0; Round < 5; ++Round) {
    StreamClassifier S;
    const auto Start = Clock::now();
    for (int64_t I = 0; I < Accesses; ++I)
      S.add({Offset(I), 65536, /*IsWrite=*/false});
    const std::chrono::duration<double, std::nano> Ns = Clock::now() - Start;
    Best = std::min(Best, Ns.count() / Accesses);
  }
  return Best;
}

int main() {
  std::minstd_rand Random;
  std::printf("%.1f %.1f\n", nsEach([](int64_t I) { return I * 65536; }),
              nsEach([&](int64_t) { return int64_t(Random()) * 4096; }));
}
