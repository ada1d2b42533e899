// Nonblocking reads two ahead of the computation, by offset and by the
// individual pointer, and a request that is tested until it is complete.
// RUN: %check-program --expect "cache_reads>=1"
// RUN: %if mpich %{ %check-program --mpi mpich --expect "cache_reads>=1" %}
// RUN: %check-program --ranks 2 --launcher-option=--mca --launcher-option=io --launcher-option=romio321 --expect "cache_reads>=1"
#include "program.h"

enum { Calls = 64, Bytes = 8192 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 4 << 20, 60);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[3][Bytes], c[Bytes];
  uint64_t d = DIGEST_START;
  MPI_Request r[3], one;
  MPI_Status s;
  long base = myRank() * (1 << 19);
  MPI_File_seek(fh, 1 << 20, MPI_SEEK_SET);
  for (int i = 0; i < Calls + 2; i++) {
    if (i < Calls)
      MPI_File_iread_at(fh, base + i * 2 * Bytes, b[i % 3], Bytes, MPI_BYTE,
                        &r[i % 3]);
    if (i >= 2) {
      MPI_Wait(&r[(i - 2) % 3], &s);
      d = digest(digestStatus(d, &s), b[(i - 2) % 3], Bytes);
    }
    MPI_File_iread(fh, c, Bytes / 4, MPI_INT, &one);
    for (int done = 0; !done;)
      MPI_Test(&one, &done, &s);
    d = digest(digestStatus(d, &s), c, Bytes);
  }
  MPI_Offset at;
  MPI_File_get_position(fh, &at);
  d = digest(d, &at, sizeof at);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
