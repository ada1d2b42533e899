// A parallel loop of OpenMP reads by pread: each thread has a slice of its own.
// REQUIRES: openmp
// RUN: %check-program --flag=-fopenmp --expect "launches>=3" --expect "reads_posted>=8"
#include "posix.h"

enum { Block = 4000, Blocks = 120 };

int main(void) {
  makeData("data", (size_t)Block * Blocks, 19);
  int fd = open("data", O_RDONLY);
  uint64_t sum = 0;
#pragma omp parallel for num_threads(3) reduction(+ : sum)
  for (int i = 0; i < Blocks; i++) {
    char b[Block];
    ssize_t n = pread(fd, b, sizeof b, (off_t)i * Block);
    sum += digest(DIGEST_START, b, n > 0 ? (size_t)n : 0);
  }
  close(fd);
  result(sum);
}
