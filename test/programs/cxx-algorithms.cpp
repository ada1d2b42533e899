// Lambdas that algorithms, ranges and std::function call read.
// RUN: %check-program --flag=-std=c++20 --expect "launches>=1" --expect "cache_reads>=20"
#include "program.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <ranges>
#include <vector>

static uint64_t blockAt(MPI_File fh, long k, uint64_t d) {
  char b[4000];
  MPI_File_read_at(fh, k * 4100, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
  return digest(d, b, sizeof b);
}

static uint64_t forEach(MPI_File fh, const std::vector<long> &places) {
  uint64_t d = DIGEST_START;
  std::for_each(places.begin(), places.end(),
                [&](long k) { d = blockAt(fh, k, d); });
  return d;
}

static uint64_t accumulated(MPI_File fh, const std::vector<long> &places) {
  return std::accumulate(places.rbegin(), places.rend(), uint64_t(DIGEST_START),
                         [&](uint64_t d, long k) { return blockAt(fh, k, d); });
}

static uint64_t ranged(MPI_File fh, const std::vector<long> &places) {
  uint64_t d = DIGEST_START;
  std::ranges::for_each(places, [&](long k) { d = blockAt(fh, k + 1, d); });
  return d;
}

static uint64_t viewed(MPI_File fh, long n) {
  uint64_t d = DIGEST_START;
  auto third = [](long k) { return k % 3 == 0; };
  for (long k : std::views::iota(0L, n) | std::views::filter(third) |
                    std::views::transform([](long k) { return k / 2; }))
    d = blockAt(fh, k, d);
  return d;
}

static uint64_t called(const std::function<uint64_t(long, uint64_t)> &read) {
  uint64_t d = DIGEST_START;
  for (long k = 0; k < 30; k++)
    d = read(k * 2, d);
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 18, 48);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  std::vector<long> places(40);
  std::iota(places.begin(), places.end(), argc);
  std::swap(places[3], places[30]);
  uint64_t results[] = {
      forEach(fh, places),
      accumulated(fh, places),
      ranged(fh, places),
      viewed(fh, 90),
      called([&](long k, uint64_t d) { return blockAt(fh, k, d); }),
  };
  MPI_File_close(&fh);
  result(digest(DIGEST_START + 1, results, sizeof results));
  MPI_Finalize();
}
