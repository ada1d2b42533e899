// Tasks of OpenMP read: from one file, from files that the loop opens, and in
// loops of their own. Reads of any thread count for the slice of the loop that
// makes the tasks. Each block has a page of its own: reads that stay in the
// page of the last one are not looked at.
// REQUIRES: openmp
// RUN: %check-program --slices 2 --env FORESLICE_PAGE_SIZE=4K --flag=-fopenmp --expect "launches>=5" --expect "region_reads>=98" --expect "reads_posted>=30"
// RUN: %check-program --slices 2 --env FORESLICE_PAGE_SIZE=4K --flag=-fopenmp --flag=-g --env OMP_NUM_THREADS=1 --expect "region_reads>=98"
#include "posix.h"

enum { Block = 4000, Blocks = 60, Files = 8 };

static uint64_t sums[Blocks];

static void readBlock(int fd, int i) {
  char b[Block];
  ssize_t n = pread(fd, b, sizeof b, (off_t)(i * 7 % Blocks) * Block);
  sums[i] += digest(DIGEST_START, b, n > 0 ? (size_t)n : 0);
}

// The task is made in a function that the loop calls.
static void readFile(int i) {
  char name[20];
  snprintf(name, sizeof name, "file%d", i);
  int fd = open(name, O_RDONLY);
#pragma omp task firstprivate(i, fd)
  {
    char b[Block];
    ssize_t n = pread(fd, b, sizeof b, 0);
    sums[i] += digest(DIGEST_START, b, n > 0 ? (size_t)n : 0);
    close(fd);
  }
}

// Each task has a slice of its own.
static void readToEnd(int i) {
#pragma omp task firstprivate(i)
  {
    char name[20], b[512];
    snprintf(name, sizeof name, "file%d", i);
    int fd = open(name, O_RDONLY);
    uint64_t sum = 0;
    for (ssize_t n; (n = read(fd, b, sizeof b)) > 0;)
      sum = digest(sum, b, (size_t)n);
    sums[i] += sum;
    close(fd);
  }
}

int main(void) {
  makeData("data", (size_t)Block * Blocks, 19);
  for (int i = 0; i < Files; i++) {
    char name[20];
    snprintf(name, sizeof name, "file%d", i);
    makeData(name, Block + (size_t)i, 20 + (unsigned)i);
  }
  int fd = open("data", O_RDONLY);
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 0; i < Blocks; i++) {
#pragma omp task firstprivate(i)
      readBlock(fd, i);
    }
#pragma omp taskwait
    for (int i = 0; i < Blocks / 2; i++) {
#pragma omp task firstprivate(i) if (i % 3) depend(inout : sums[i])
      readBlock(fd, i);
    }
#pragma omp taskwait
#pragma omp taskgroup
    for (int i = 0; i < Files; i++)
      readFile(i);
    for (int i = 0; i < Files; i++)
      readToEnd(i);
  }
  close(fd);
  uint64_t sum = 0;
  for (int i = 0; i < Blocks; i++)
    sum = sum * 31 + sums[i];
  result(sum);
}
