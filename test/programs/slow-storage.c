// On slow storage the program is served from the cache.
// REQUIRES: fuse
// RUN: %check-program --slow "--service-us 1000" --ranks 1,2 --expect 'cache_reads>=50' --expect 'pages_used>=20'
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 128 * 65536, 53);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  static char b[65536];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 128; i++) {
    MPI_File_read_at(fh, i * 65536, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
    usleep(1000);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
