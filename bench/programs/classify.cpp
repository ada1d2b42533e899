// What the source classifier takes for an access, in ns: of reads in even
// steps, of reads at random places, and of reads of two files in turns. All
// count that finds the stream of the access, locks, and classifies. And what a
// read of 64 KiB from memory takes.

#include "source/classifier/ClassifierSource.h"
#include "storage/Storage.h"

#include <chrono>
#include <cstdio>
#include <random>
#include <unistd.h>

using namespace foreslice;
using Clock = std::chrono::steady_clock;

static constexpr int64_t Page = 65536;
static constexpr int Rounds = 15;

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
  constexpr int64_t Accesses = 500'000, Pages = 2048;
  PageCache Cache(Settings::get(), makeUringStorage(), makeUringStorage());
  RankBoards Boards(-1, 100);
  ClassifierSource Source(Cache, Boards, 10);
  Access Read{View::bytes(), 0, Page}; // Front ends make it for all sources.
  auto see = [&](uint64_t File, uint64_t At) {
    Read.Begin = At * Page;
    Source.seen({8, File}, Read, [] { return std::string(); });
  };
  std::minstd_rand Random;
  std::FILE *File = std::tmpfile();
  static char Bytes[Page] = {1};
  for (int64_t I = 0; I < Pages; ++I)
    std::fwrite(Bytes, 1, Page, File);
  std::fflush(File);
  std::printf(
      "%.1f %.1f %.1f %.1f\n",
      nsEach(Accesses, [&](int64_t I) { see(1, static_cast<uint64_t>(I)); }),
      nsEach(Accesses, [&](int64_t) { see(2, Random()); }),
      nsEach(Accesses,
             [&](int64_t I) {
               see(3 + static_cast<uint64_t>(I % 2), static_cast<uint64_t>(I));
             }),
      nsEach(Pages, [&](int64_t I) {
        if (pread(fileno(File), Bytes, Page, I * Page) != Page)
          std::perror("pread");
      }));
}
