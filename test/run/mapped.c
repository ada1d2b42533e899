// A program reads a mapped file from its begin on, in two places by turns. No call tells
// of these reads: the companion sees in the page table how far the program has
// come, and reads ahead more than the kernel does.
// REQUIRES: fuse
// RUN: %real-clang -O1 %s -o %t
// RUN: %slowfs-run --service-us 500 --kernel-cache -- %foreslice-run -- %t
// RUN: %slowfs-run --service-us 500 --kernel-cache -- env FORESLICE_DISABLE=1 %foreslice-run -- %t never
// A program that was compiled by Foreslice: the loads are in a function out of the slice's sight.
// RUN: %foreslice-clang -O1 -fprefetch-slice %s -o %t.sliced
// RUN: %slowfs-run --service-us 500 --kernel-cache -- %t.sliced
#include "Inputs/slow_file.h"

enum { Bytes = 16 << 20, Half = Bytes / 2, Step = 4096, Turn = 1 << 20, Ahead = 1 << 20 };
static char bytes[Bytes];

/* Has a slice, so that the run time is linked. */
static unsigned read_some(int fd) {
  unsigned sum = 0;
  char one;
  for (int i = 0; i < 4; i++)
    if (pread(fd, &one, 1, i) == 1)
      sum += one != 0;
  return sum;
}

__attribute__((noinline)) static unsigned touch(const char *file, long from, long to) {
  unsigned sum = 0;
  for (long i = from; i < to; i += Step)
    sum += (unsigned)*(volatile const char *)(file + i);
  return sum;
}

int main(int argc, char **argv) {
  char name[4096];
  int isAhead = 0, never = argc > 1;
  unsigned sum = 0;
  make_slow_file(name, sizeof name, "weights", bytes, Bytes);
  const char *looks = map_slow_file(name, Bytes);
  for (int pass = 0; pass < (never ? 3 : 200) && !isAhead; pass++) {
    forget_slow_file(name);
    int fd = open(name, O_RDONLY);
    sum += read_some(fd);
    const char *file = mmap(NULL, Bytes, PROT_READ, MAP_PRIVATE, fd, 0);
    if (file == MAP_FAILED || close(fd) != 0)
      return 3;
    for (long at = 0; at + Turn + Ahead < Half && !isAhead; at += Turn) {
      sum += touch(file, at, at + Turn) + touch(file, Half + at, Half + at + Turn);
      isAhead = isInMemory(looks, at + Turn + Ahead) && isInMemory(looks, Half + at + Turn + Ahead);
    }
    munmap((void *)file, Bytes);
  }
  return sum != 0 ? 5 : isAhead == never ? 4 : 0;
}
