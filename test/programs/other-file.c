// A filter: reads one file, writes another in the same loop.
// RUN: %check-program
// RUN: %if mpich %{ %check-program --mpi mpich %}
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("in", 256 * 8192, 24);
  MPI_File in = openFile("in", MPI_MODE_RDONLY);
  MPI_File out = openFile("out", MPI_MODE_CREATE | MPI_MODE_WRONLY);
  uint64_t b[1024], d = DIGEST_START;
  for (int i = myRank(); i < 256; i += worldSize()) {
    MPI_File_read_at(in, i * 8192, b, 1024, MPI_UINT64_T, MPI_STATUS_IGNORE);
    for (int j = 0; j < 1024; j++)
      b[j] = b[j] / 3 + j;
    d = digest(d, b, sizeof b);
    MPI_File_write_at(out, i * 8192, b, 1024, MPI_UINT64_T, MPI_STATUS_IGNORE);
  }
  MPI_File_close(&in);
  MPI_File_close(&out);
  result(d);
  MPI_Finalize();
}
