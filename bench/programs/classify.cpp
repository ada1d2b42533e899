// What the classifier takes for an access, in ns: of reads in even steps, and
// of reads at random places; and what a read of 64 KiB from memory takes.

#include "classifier/StreamClassifier.h"

#include <chrono>
#include <cstdio>
#include <random>
#include <unistd.h>

using namespace foreslice;
using Clock = std::chrono::steady_clock;

static constexpr int64_t Page = 65536;
static constexpr int Rounds = 9;

/// The least time of an iteration, over some rounds.
template <class StepFn> static double nsEach(int64_t Steps, StepFn Step) {
  double Best = 1e9;
  for (int Round = 0; Round < Rounds; ++Round) {
    const auto Start = Clock::now();
    for (int64_t I = 0; I < Steps; ++I)
      Step(I);
    const std::chrono::duration<double, std::nano> Ns = Clock::now() - Start;
    Best = std::min(Best, Ns.count() / static_cast<double>(Steps));
  }
  return Best;
}

int main() {
  constexpr int64_t Accesses = 2'000'000, Pages = 2048;
  StreamClassifier Even, Varied;
  std::minstd_rand Random;
  std::FILE *File = std::tmpfile();
  static char Bytes[Page] = {1};
  for (int64_t I = 0; I < Pages; ++I)
    std::fwrite(Bytes, 1, Page, File);
  std::fflush(File);
  std::printf(
      "%.1f %.1f %.1f\n",
      nsEach(Accesses, [&](int64_t I) { Even.add({I * Page, Page, false}); }),
      nsEach(Accesses,
             [&](int64_t) {
               Varied.add({static_cast<int64_t>(Random()) * Page, Page, false});
             }),
      nsEach(Pages, [&](int64_t I) {
        if (pread(fileno(File), Bytes, Page, I * Page) != Page)
          std::perror("pread");
      }));
}
