// The run time computes with floating point within calls of the program's. The
// program's flags stay as they are, and its traps are not sprung.
// RUN: rm -rf %t && mkdir -p %t
// RUN: %foreslice-clang -O1 %s -o %t/plain -lm && %foreslice-clang -O1 -fprefetch-slice %s -o %t/sliced -lm
// RUN: head -c 8000000 /dev/zero > %t/data
// RUN: %t/plain %t/data > %t/right
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_STATS=%t/stats %t/sliced %t/data > %t/got && diff %t/right %t/got
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run --policy=auto %t/plain %t/data > %t/got && diff %t/right %t/got
#define _GNU_SOURCE
#include <fcntl.h>
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char Block[65536];

static long sum(const char *Name) {
  long Sum = 0;
  for (int Round = 0; Round < 3; Round++) {
    int Fd = open(Name, O_RDONLY);
    for (int I = 0; I < 100; I++) {
      ssize_t Got = pread(Fd, Block, sizeof Block, I * 37 % 100 * 65536LL);
      for (ssize_t K = 0; K < Got; K++)
        Sum += Block[K] + 1;
      usleep(100);
    }
    close(Fd);
  }
  return Sum;
}

int main(int Argc, char **Argv) {
  const char *Name = Argv[Argc - 1];
  long Sum = sum(Name);
  printf("%ld flags %x\n", Sum, fetestexcept(FE_ALL_EXCEPT));
  fflush(stdout);
  feenableexcept(FE_ALL_EXCEPT);
  Sum = sum(Name);
  fedisableexcept(FE_ALL_EXCEPT);
  printf("%ld\n", Sum);
}
