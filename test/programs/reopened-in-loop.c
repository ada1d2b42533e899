// Each iteration opens the same file for reading, closes it and writes to it
// through another handle: what was read before is never seen again.
// RUN: %check-program
// RUN: %if mpich %{ %check-program --mpi mpich %}
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  char name[32], b[4096];
  snprintf(name, sizeof name, "own%d", myRank());
  FILE *file = fopen(name, "wb");
  for (int i = 0; i < 1 << 18; i++)
    putc(dataByte(i, 71), file);
  fclose(file);
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 16; i++) {
    MPI_File in, out;
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &in);
    for (int j = 0; j < 8; j++) {
      MPI_File_read_at(in, (i + j) % 8 * 32768, b, 4096, MPI_BYTE,
                       MPI_STATUS_IGNORE);
      d = digest(d, b, 4096);
    }
    MPI_File_close(&in);
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_WRONLY, MPI_INFO_NULL, &out);
    memset(b, i, sizeof b);
    MPI_File_write_at(out, i % 8 * 32768, b, 4096, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_close(&out);
  }
  result(d);
  MPI_Finalize();
}
