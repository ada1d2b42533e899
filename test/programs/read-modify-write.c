// Reads and writes the same file: each read overlaps what the step before has
// written. A stale byte would spread to all that follows.
// RUN: %check-program --expect 'found>=90'
// RUN: %if mpich %{ %check-program --expect 'found>=90' --mpi mpich %}
#include "program.h"

enum { Part = 1 << 20, Block = 12000, Step = 4000 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", Part * 4, 25);
  MPI_File fh = openFile("data", MPI_MODE_RDWR);
  unsigned char b[Block];
  uint64_t d = DIGEST_START;
  MPI_Offset base = myRank() * Part;
  for (int i = 0; i < 200; i++) {
    MPI_File_read_at(fh, base + i * Step, b, Block, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    for (int j = 0; j < Block; j++)
      b[j] = b[j] * 5 + b[(j + 1) % Block];
    d = digest(d, b, Block);
    MPI_File_write_at(fh, base + i * Step + 2000, b, Block - 2000, MPI_BYTE,
                      MPI_STATUS_IGNORE);
  }
  // What was written is what is read back.
  for (int i = 0; i < 70; i++) {
    MPI_File_read_at(fh, base + i * Block, b, Block, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, Block);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
