// Reads at the shared pointer of a file that one rank has opened, by all calls
// there are: predicted and served, from where the program has left it at launch.
// RUN: %check-program --slow "--service-us 1000" --ranks 1,2 --expect "cache_reads>=100"
// RUN: %if mpich %{ %check-program --mpi mpich --expect "launches>=1" %}
// RUN: %check-program --ranks 2 --launcher-option=--mca --launcher-option=io --launcher-option=romio321
#include "program.h"

enum { Calls = 40, Bytes = 4096 };

static uint64_t consume(uint64_t d, const char *b, MPI_Status *status) {
  return digest(digestStatus(d, status), b, Bytes);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 4 << 20, 70);
  MPI_File fh;
  MPI_File_open(MPI_COMM_SELF, "data", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
  char b[Bytes];
  MPI_Status status;
  uint64_t d = DIGEST_START;
  MPI_File_seek_shared(fh, 50000, MPI_SEEK_SET);
  for (int i = 0; i < Calls; i++) {
    MPI_Request request;
    memset(b, 0, sizeof b);
    MPI_File_read_shared(fh, b, Bytes, MPI_BYTE, &status);
    d = consume(d, b, &status);
    MPI_File_read_ordered(fh, b, Bytes / 4, MPI_INT, &status);
    d = consume(d, b, &status);
    MPI_File_iread_shared(fh, b, Bytes, MPI_BYTE, &request);
    MPI_Wait(&request, &status);
    d = consume(d, b, &status);
    MPI_File_read_ordered_begin(fh, b, Bytes, MPI_BYTE);
    MPI_File_read_ordered_end(fh, b, &status);
    d = consume(d, b, &status);
    if (i % 10 == 9)
      MPI_File_seek_shared(fh, i * 20000, MPI_SEEK_SET);
    else
      MPI_File_seek_shared(fh, 9000, MPI_SEEK_CUR);
    // The individual pointer is another one.
    MPI_File_read(fh, b, 1000, MPI_BYTE, &status);
    d = digest(d, b, 1000);
  }
  MPI_Offset at;
  MPI_File_get_position_shared(fh, &at);
  result(d + (uint64_t)at);
  MPI_File_close(&fh);
  MPI_Finalize();
}
