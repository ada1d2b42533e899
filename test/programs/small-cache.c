// A cache of a MiB in pages of 4 KiB, and reads of 300 KB.
// RUN: %check-program --expect 'found>=70' --env FORESLICE_CACHE_SIZE=1M --env FORESLICE_PAGE_SIZE=4K
// RUN: %check-program --env FORESLICE_IO_DEPTH=1 --ranks 2
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 6 << 20, 51);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  static char b[300001];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 40; i++) {
    MPI_File_read_at(fh, i * 150000 + myRank(), b, sizeof b, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
