// The operating system has all data in memory: the slice does not even start,
// unless a rank loses its core during two of the few reads.
// RUN: %check-program --env FORESLICE_ALWAYS=0 --expect 'slices_not_needed>=1' --expect 'pages_prefetched==0'
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 71);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = DIGEST_START;
  char b[4096];
  for (int i = 0; i < 12; i++) {
    MPI_File_read_at(fh, i * 4096, b, 4096, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, 4096);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
