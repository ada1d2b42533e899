// Parallel loops of OpenMP read by pread: each thread has a slice of its own. All
// loops but the first hand out their iterations while they run, the last one as
// the environment says. The slices expect the threads to take turns, so that the
// slices come to each block once.
// REQUIRES: openmp
// RUN: %check-program --slices 4 --flag=-fopenmp --env OMP_SCHEDULE=guided,2 --expect "launches>=8" --expect "reads_posted>=16" --expect "reads_posted<=480" --expect "slice_waits==0"
// RUN: %check-program --slices 4 --flag=-fopenmp --flag=-g --expect "launches>=8" --expect "reads_posted<=480"
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
#pragma omp parallel for num_threads(3) reduction(+ : sum) schedule(dynamic, 4)
  for (int i = 0; i < Blocks; i++) {
    char b[Block];
    ssize_t n = pread(fd, b, sizeof b, (off_t)(Blocks - i) * Block);
    sum += digest(DIGEST_START, b, n > 0 ? (size_t)n : 0);
  }
#pragma omp parallel for num_threads(3) reduction(+ : sum) schedule(guided)
  for (int i = 0; i < Blocks; i++) {
    char b[Block];
    ssize_t n = pread(fd, b, sizeof b, (off_t)i * Block);
    sum += digest(DIGEST_START, b, n > 0 ? (size_t)n : 0);
  }
#pragma omp parallel for num_threads(3) reduction(+ : sum) schedule(runtime)
  for (long i = 0; i < Blocks; i++) {
    char b[Block];
    ssize_t n = pread(fd, b, sizeof b, (off_t)i * Block);
    sum += digest(DIGEST_START, b, n > 0 ? (size_t)n : 0);
  }
  close(fd);
  result(sum);
}
