// Phases of small collective writes, and of small collective reads of what
// other ranks wrote, through one handle and without MPI_File_sync. The file is
// cached again from the first read of each phase on.
// RUN: %check-program --expect 'missed<=3' --ranks 2,4 --slices 1 --expect "cache_reads>=50"
// RUN: %if mpich %{ %check-program --expect 'missed<=3' --mpi mpich --ranks 2 --slices 1 --expect "cache_reads>=50" %}
#include "program.h"

enum { Phases = 3, Steps = 24, Bytes = 4096 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 2 << 20, 17);
  MPI_File fh = openFile("data", MPI_MODE_RDWR);
  int rank = myRank(), size = worldSize();
  char b[Bytes];
  uint64_t d = digest(DIGEST_START, "", 0);
  for (int phase = 0; phase < Phases; phase++) {
    for (int i = 0; i < Steps; i++) {
      memset(b, phase * 31 + i + rank, Bytes);
      MPI_File_write_at_all(fh, (MPI_Offset)(i * size + rank) * Bytes, b, Bytes,
                            MPI_BYTE, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    int other = (rank + 1) % size;
    for (int i = 0; i < Steps; i++) {
      MPI_File_read_at_all(fh, (MPI_Offset)(i * size + other) * Bytes, b, Bytes,
                           MPI_BYTE, MPI_STATUS_IGNORE);
      d = digest(d, b, Bytes);
      usleep(500);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
