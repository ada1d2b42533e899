// Five slow reads that have no slice: the first two, by which the run time takes the program for slow, show the
// pattern with the third, and the last two come from the cache.
// REQUIRES: fuse
// RUN: %check-program --slices 0 --env FORESLICE_ALWAYS=0 --slow "--service-us 1000" --ranks 1 --expect 'launches==0' --expect 'cache_reads>=1'
#include "program.h"

enum { Length = 30000, Step = 40000, Reads = 5 };

// How often a loop is run cannot be known ahead.
static volatile int rounds = 1;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", (size_t)Reads * Step, 5);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  static char b[Length];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < rounds * Reads; i++) {
    MPI_File_read_at(fh, (MPI_Offset)i * Step, b, Length, MPI_BYTE, MPI_STATUS_IGNORE);
    usleep(50000); // the engine has time
    d = digest(d, b, Length);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
