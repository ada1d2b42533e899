// A recursive function orders the blocks (a Hilbert curve); the slice calls it.
// RUN: %check-program
#include "program.h"

static int hilbert(int side, int x, int y) {
  if (side == 1)
    return 0;
  int half = side / 2, quarter = half * half;
  if (y < half)
    return x < half ? hilbert(half, y, x)
                    : 3 * quarter + hilbert(half, half - 1 - y, side - 1 - x);
  return (x < half ? 1 : 2) * quarter +
         hilbert(half, x < half ? x : x - half, y - half);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("curve", 32 * 32 * 2048, 22);
  MPI_File fh = openFile("curve", MPI_MODE_RDONLY);
  char b[2048];
  uint64_t d = DIGEST_START;
  for (int y = myRank(); y < 32; y += worldSize())
    for (int x = 0; x < 32; x++) {
      MPI_File_read_at(fh, hilbert(32, x, y) * 2048, b, sizeof b, MPI_BYTE,
                       MPI_STATUS_IGNORE);
      d = digest(d, b, sizeof b);
    }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
