// Split collective reads with a computation in between, whose counts decide
// where the next one is.
// RUN: %check-program --expect "collective_cache_reads>=1"
// RUN: %if mpich %{ %check-program --mpi mpich --expect "collective_cache_reads>=1" %}
#include "program.h"

enum { Calls = 40, Bytes = 16384 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 4 << 20, 61);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[Bytes];
  uint64_t d = DIGEST_START;
  MPI_Status s;
  MPI_Offset at = myRank() * (1 << 20);
  for (int i = 0; i < Calls; i++) {
    MPI_File_read_at_all_begin(fh, at, b, Bytes, MPI_BYTE);
    d = digest(d, &i, sizeof i);
    MPI_File_read_at_all_end(fh, b, &s);
    int bytes;
    MPI_Get_count(&s, MPI_BYTE, &bytes);
    at += bytes;
    d = digest(d, b, bytes);
    MPI_File_read_all_begin(fh, b, 1000, MPI_BYTE);
    MPI_File_read_all_end(fh, b, MPI_STATUS_IGNORE);
    d = digest(d, b, 1000);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
