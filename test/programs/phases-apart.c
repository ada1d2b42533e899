// Two phases that read, compute and read, and a third that no slice covers: a
// loop that ends when a number is small. The first two have a slice together,
// and so has what follows the third: an open, a read in no loop, and a loop.
// Ways out of the function lie between them.
// RUN: %check-program --slices 2 --expect "launches>=2"
// RUN: %check-program --slow "--service-us 2000" --slices 2 --ranks 1 --expect "hits>=40"
#include "program.h"

static uint64_t phases(MPI_File fh, uint64_t d, int steps, int *left) {
  char b[4000], h[4000];
  for (int i = 0; i < steps; i++) {
    MPI_File_read_at(fh, i * 8000, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
    usleep(1000);
  }
  if (steps > 1000)
    return *left = 1;
  for (int i = 0; i < steps; i++) {
    MPI_File_read_at(fh, 500000 + i * 4000, b, sizeof b, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  double rest = 1, part = 0;
  MPI_Offset at = 0;
  for (int k = 0; rest > 0.01 && k < 12; k++) {
    MPI_File_read_at(fh, at, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
    for (unsigned i = 0; i < sizeof b; i++)
      part += b[i] * 0.25;
    rest = rest * 0.5 + part * 1e-9;
    at = (MPI_Offset)(rest * 40000);
  }
  if (steps > 2000)
    return *left = 2;
  MPI_File late = openFile("late", MPI_MODE_RDONLY);
  usleep(10000);
  MPI_File_read_at(late, 100, h, sizeof h, MPI_BYTE, MPI_STATUS_IGNORE);
  d = digest(d, h, sizeof h);
  for (int i = 0; i < steps; i++) {
    MPI_File_read_at(late, 5000 + i * 4100, b, sizeof b, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  MPI_File_close(&late);
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 900000, 61);
  makeData("late", 400000, 62);
  MPI_File fh = openFile("data", MPI_MODE_RDWR);
  int left = 0;
  uint64_t d = phases(fh, DIGEST_START, 20 * argc, &left);
  MPI_File_close(&fh);
  result(d + left);
  MPI_Finalize();
}
