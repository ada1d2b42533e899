// FORESLICE_DISABLE=1: nothing is launched or cached.
// RUN: %check-program --env FORESLICE_DISABLE=1 --expect 'launches==0' --expect 'cache_reads==0'
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 52);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[4096];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 256; i++) {
    MPI_File_read(fh, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
