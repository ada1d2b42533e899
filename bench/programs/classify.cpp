// What the source classifier takes for an access, in ns: of reads in even
// steps, of reads at random places, and of reads of two files in turns. All
// count that finds the stream of the access, locks, and classifies. And what a
// read of 64 KiB from memory takes.
//
// With an argument, the program prints how many ns the classifier takes for all
// accesses that the standard input names. A line has the number of a file, the
// place, the bytes, and r, w or c, for a read, a write or that the file is
// closed.

#include "cache/PageCache.h"
#include "source/classifier/ClassifierSource.h"
#include "storage/Storage.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <random>
#include <unistd.h>
#include <vector>

using namespace foreslice;
using Clock = std::chrono::steady_clock;

static constexpr int64_t Page = 65536;
static constexpr int Rounds = 15;
static constexpr unsigned Window = 10;

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

static PageCache &cache() {
  static PageCache Cache(Settings::get(), makeUringStorage(),
                         makeUringStorage());
  return Cache;
}

static RankBoards &boards() {
  static RankBoards Boards(-1, 100);
  return Boards;
}

static void printEach() {
  constexpr int64_t Accesses = 500'000, Pages = 2048;
  ClassifierSource Source(cache().posting(), boards(), Window);
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

namespace {
struct Step {
  uint64_t File, Begin, Bytes;
  char Does;
};
} // namespace

static std::vector<Step> stepsOf(std::FILE *Text) {
  std::vector<Step> Steps;
  for (Step S; std::fscanf(Text, "%lu %lu %lu %c", &S.File, &S.Begin, &S.Bytes,
                           &S.Does) == 4;)
    Steps.push_back(S);
  return Steps;
}

static void tell(ClassifierSource &Source, const Step &S, Access &Read) {
  const FileKey File{8, S.File};
  Read.Begin = S.Begin, Read.Length = S.Bytes;
  if (S.Does == 'r')
    Source.seen(File, Read, [] { return std::string(); });
  else if (S.Does == 'w')
    Source.writes(File, {S.Begin, S.Begin + S.Bytes}, nullptr);
  else
    Source.closes(File);
}

template <class Fn> static double nsOf(Fn Does) {
  const auto Start = Clock::now();
  Does();
  return std::chrono::duration<double, std::nano>(Clock::now() - Start).count();
}

/// Each step counts by its least time of some rounds, less that of no step.
/// Before it, as many bytes are copied as the program's own call does: the
/// classifier finds the processor's caches as that leaves them.
static void printReplay() {
  const std::vector<Step> Steps = stepsOf(stdin);
  std::vector<double> Least(Steps.size(), 1e9);
  std::vector<char> From(1 << 20, 1), To(1 << 20);
  double Nothing = 1e9;
  Access Read{View::bytes(), 0, Page}; // Front ends make it for all sources.
  for (int Round = 0; Round < Rounds; ++Round) {
    ClassifierSource Source(cache().posting(), boards(), Window);
    for (size_t I = 0; I < Steps.size(); ++I) {
      std::memcpy(To.data(), From.data(),
                  std::min<size_t>(Steps[I].Bytes, To.size()));
      asm volatile("" ::"r"(To.data()) : "memory"); // The copy is made.
      Nothing = std::min(Nothing, nsOf([] {}));
      Least[I] =
          std::min(Least[I], nsOf([&] { tell(Source, Steps[I], Read); }));
    }
  }
  double All = 0;
  for (double Ns : Least)
    All += std::max(Ns - Nothing, 0.0);
  std::printf("%.0f\n", All);
}

int main(int Argc, char **) {
  if (Argc > 1)
    printReplay();
  else
    printEach();
}
