// A program of MPI without a read in sight: one remark, at the first call of
// what may read.
//
// RUN: %slice %s -o /dev/null
#include <stdio.h>
#include <time.h>

int MPI_Init(int *, char ***);
int MPI_Finalize(void);
void openBlocks(const char *name);
void readBlock(int i, double *to);

static void loop(double *block) {
  for (int i = 0; i < 100; i++)
    readBlock(i, block); // expected-remark {{no prefetch slice: no read is in sight here; what readBlock reads, if anything, is out of sight; compile the source}}
}

int main(int argc, char **argv) {
  double block[512];
  struct timespec now;
  MPI_Init(&argc, &argv);
  clock_gettime(CLOCK_MONOTONIC, &now);
  printf("%ld\n", (long)now.tv_sec);
  openBlocks(argv[1]);
  loop(block);
  MPI_Finalize();
}
