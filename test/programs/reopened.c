// One region runs over a file that is closed, rewritten outside of MPI with the
// same size, and opened again.
// RUN: %check-program
#include "program.h"

static uint64_t sum(void) {
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[8192];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 100; i++) {
    MPI_File_read_at(fh, i * 8192, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  MPI_File_close(&fh);
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (unsigned seed = 26; seed < 31; seed++) {
    makeData("data", 100 * 8192, seed);
    result(sum());
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
