// The loop shuffles the order while it reads: the slice does so in a copy of
// its own, and the program's order must come out right.
// RUN: %check-program
#include "program.h"

static int order[200];

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 200 * 8192, 23);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  unsigned seed = 12345 + myRank();
  for (int i = 0; i < 200; i++)
    order[i] = i;
  char b[8192];
  uint64_t d = DIGEST_START;
  for (int i = 199; i >= 0; i--) {
    seed = seed * 1103515245 + 12345;
    int j = (seed >> 16) % (i + 1), t = order[i];
    order[i] = order[j];
    order[j] = t;
    MPI_File_read_at(fh, order[i] * 8192, b, sizeof b, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  d = digest(d, order, sizeof order);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
