// Messages say what to read next: broadcasts into a variable and a table on the
// heap, reductions, an exchange between neighbours.
// RUN: %check-program --expect 'slices_diverged==0' --expect 'slices_channel_full==0'
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 61);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  int rank = myRank(), size = worldSize();
  int *table = malloc(16 * sizeof *table);
  char b[4096];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 60; i++) {
    int range[2] = {i * 7919 % 500000, 1 + i * 31 % 4000}, largest, theirs;
    MPI_Bcast(range, 2, MPI_INT, i % size, MPI_COMM_WORLD);
    for (int j = 0; j < 16; j++)
      table[j] = rank == 0 ? i * j : -1;
    MPI_Bcast(table, 16, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&range[1], &largest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    MPI_Sendrecv(&i, 1, MPI_INT, (rank + 1) % size, 0, &theirs, 1, MPI_INT,
                 (rank + size - 1) % size, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, range[0] + table[i % 16] + theirs, b, largest,
                     MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, (size_t)largest);
  }
  free(table);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
