// In each round another rank writes what all ranks then read, with the
// sync-barrier-sync that MPI asks for.
// RUN: %check-program
// RUN: %if nodes %{ %check-program --nodes 2x1,2x2 %}
#include "program.h"

enum { Words = 2048, Blocks = 32 };

static uint64_t readAll(MPI_File fh, uint64_t d) {
  uint64_t b[Words];
  for (int i = 0; i < Blocks; i++) {
    MPI_File_read_at(fh, i * sizeof b, b, Words, MPI_UINT64_T,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("shared", Blocks * Words * 8, 31);
  MPI_File fh = openFile("shared", MPI_MODE_RDWR);
  uint64_t d = DIGEST_START;
  for (int round = 0; round < 8; round++) {
    d = readAll(fh, d);
    MPI_Barrier(MPI_COMM_WORLD);
    if (myRank() == round % worldSize()) {
      uint64_t block[Words];
      for (int i = 0; i < Words; i++)
        block[i] = round * 1000003 + i;
      for (int i = round % 3; i < Blocks; i += 3)
        MPI_File_write_at(fh, i * sizeof block + 8 * round, block, Words - 8,
                          MPI_UINT64_T, MPI_STATUS_IGNORE);
    }
    MPI_File_sync(fh);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(fh);
  }
  d = readAll(fh, d);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
