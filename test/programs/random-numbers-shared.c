// A function that the C library calls back draws from the same generator, and
// no slice knows: the slice is given up, and the statistics say so.
// REQUIRES: fuse
// RUN: %check-program --expect 'missed<=2' --slow "--service-us 1000" --ranks 1,2 --expect 'slices_misdrew>=1' \
// RUN:   --expect 'slices_turned_off>=1' --expect 'slice_waits==0'
#include "program.h"

enum { Block = 65536, Blocks = 200 };

static int byChance(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b + rand() % 2;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", Block * Blocks, 45);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[4096];
  int order[2] = {5, 3};
  // Else the slice would sort, too.
  int (*volatile hidden)(const void *, const void *) = byChance;
  uint64_t d = digest(DIGEST_START, "", 0);
  for (int i = 0; i < 50; i++) {
    MPI_File_read_at(fh, (MPI_Offset)(rand() % Blocks) * Block, b, sizeof b,
                     MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
    if (i == 30)
      qsort(order, 2, sizeof order[0], hidden);
    usleep(500);
  }
  d = digest(d, order, sizeof order);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
