// Nonblocking and split writes to a file of its own move no pointer but that
// file's, and the reads of the other one are still met.
// RUN: %check-program --expect "cache_reads>=1"
// RUN: %if mpich %{ %check-program --mpi mpich --expect "cache_reads>=1" %}
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 2 << 20, 62);
  MPI_File in = openFile("data", MPI_MODE_RDONLY);
  MPI_File out = openFile("copy", MPI_MODE_CREATE | MPI_MODE_RDWR);
  char b[4096], c[1024];
  uint64_t d = DIGEST_START;
  MPI_Offset part = myRank() * 32 * 4096;
  MPI_File_seek(out, part, MPI_SEEK_SET);
  for (int i = 0; i < 32; i++) {
    MPI_Request r;
    MPI_File_read_at(in, part + i * 4096, b, 4096, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_iwrite(out, b, 4096, MPI_BYTE, &r);
    d = digest(d, b, 4096);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    // What this rank wrote itself is there at once.
    MPI_File_read_at(out, part + i * 4096, c, 1024, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, c, 1024);
  }
  MPI_File_close(&out);
  MPI_File_close(&in);
  result(d);
  MPI_Finalize();
}
