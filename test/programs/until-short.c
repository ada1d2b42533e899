// Reads until a read is short: the slice ends where the file ends.
// RUN: %check-program --expect 'reads_behind_end==0' --expect 'cache_reads>=20'
// RUN: %if mpich %{ %check-program --mpi mpich --expect 'reads_behind_end==0' %}
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("log", 3000001, 12);
  MPI_File fh = openFile("log", MPI_MODE_RDONLY);
  char b[4096];
  uint64_t d = DIGEST_START;
  int got, records = 0;
  do {
    MPI_Status status;
    MPI_File_read(fh, b, sizeof b, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &got);
    d = digest(d, b, got);
    records++;
  } while (got == (int)sizeof b);
  MPI_File_close(&fh);
  printf("%d records\n", records);
  result(d);
  MPI_Finalize();
}
