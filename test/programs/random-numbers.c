// Random numbers from the generators of the process decide what is read. The
// slice draws the same numbers from a copy, and waits for nothing. The slice
// does not change the program's numbers. The first region draws and computes,
// the second seeds, and in the third numbers decide how often numbers are drawn.
// REQUIRES: fuse
// RUN: %check-program --slow "--service-us 1000" --ranks 1,2 \
// RUN:   --expect 'slice_waits==0' --expect 'slices_misdrew==0' \
// RUN:   --expect 'slices_diverged==0' --expect 'hits>=60' --expect 'pages_wasted<=16'
#include "program.h"

enum { Block = 65536, Blocks = 200 };

#include "blocks.h"

static void drawn(void) {
  srand(5);
  rand();
  for (int i = 0; i < 30; i++) {
    readBlock(rand());
    for (int k = 0; k < 1000; k++)
      d += (uint64_t)random();
  }
}

static void seeded(void) {
  for (int i = 0; i < 5; i++) {
    srandom((unsigned)i);
    for (int k = 0; k < 3; k++)
      readBlock(random());
  }
}

static void rejected(void) {
  srand48(3);
  for (int i = 0; i < 30; i++) {
    double x;
    do
      x = drand48();
    while (x < 0.3);
    readBlock((long)(x * Blocks));
  }
}

static void signs(void) {
  for (int i = 0; i < 20; i++)
    readBlock(mrand48() < 0 ? lrand48() : 7);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", Block * Blocks, 44);
  fh = openFile("data", MPI_MODE_RDONLY);
  d = digest(DIGEST_START, "", 0);
  drawn();
  seeded();
  rejected();
  signs();
  printf("next: %d %ld %ld %a\n", rand(), random(), lrand48(), drand48());
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
