// A file in atomic mode is not served from the cache.
// RUN: %check-program --unserved "files in atomic mode are not cached" --expect 'cache_reads==0'
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 34);
  MPI_File fh = openFile("data", MPI_MODE_RDWR);
  MPI_File_set_atomicity(fh, 1);
  char b[8192];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 100; i++) {
    MPI_File_read_at(fh, i * 8192, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
