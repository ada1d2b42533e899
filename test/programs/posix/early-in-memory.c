// The program computes before it reads, so that the slice starts at once; but not where the
// first argument that names a file names one in memory.
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && head -c 300000 /dev/urandom > data
// RUN: %real-clang -O1 %s -o plain && %foreslice-clang -O1 -fprefetch-slice %s -o sliced
// RUN: ./plain > right && env FORESLICE_STATS=stats.json ./sliced > got && diff right got
// RUN: grep '"launches": *1,' stats.json && not grep '"slices_not_needed": *[1-9]' stats.json
// RUN: ./plain -q data > right && env FORESLICE_STATS=stats.json ./sliced -q data > got && diff right got
// RUN: grep '"slices_not_needed": *[1-9]' stats.json
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int Argc, char **Argv) {
  static char Block[4096];
  unsigned Sum = 1;
  for (unsigned I = 0; I < 1000; I++)
    Sum = Sum * 31 + (Sum >> 7);
  int Fd = open(Argc > 2 ? Argv[2] : "data", O_RDONLY);
  for (off_t At = Sum % 4096; At < 300000; At += 8192)
    if (pread(Fd, Block, sizeof Block, At) > 0)
      Sum = Sum * 31 + (unsigned char)Block[Sum % 100];
  printf("%u\n", Sum);
}
