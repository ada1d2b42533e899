// Ranks meet between reads. The scheme that goes by synchronisation points reads the
// same as others, and the calls in which ranks meet are counted. Storage takes no time here: on a busy
// machine, a rank comes to some reads before its slice does.
// RUN: %check-program --expect 'missed<=20' --ranks 2 --env FORESLICE_SCHEME=idle_time --expect "sync_points==82"
// RUN: %check-program --ranks 2 --env FORESLICE_SCHEME=auto --expect "sync_points==82" --expect "cache_reads>=20"
// RUN: %if mpich %{ %check-program --mpi mpich --ranks 2 --env FORESLICE_SCHEME=auto --expect "sync_points==82" %}
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 22, 5);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = DIGEST_START;
  for (long i = 0, most; i < 40; i++) {
    static char b[65536];
    MPI_File_read_at(fh, i * 65536, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
    if (i % 10 == 9)
      MPI_Allreduce(&i, &most, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
    else
      MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
  return 0;
}
