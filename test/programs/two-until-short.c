// Reads one file until a read is short, then another: the size of the first
// file tells the slice where the first loop ends.
// RUN: %check-program --ranks 1,2 --expect 'slices_astray==0' --expect 'reads_behind_end==0' \
// RUN:   --expect 'cache_reads>=60'
// RUN: %if mpich %{ %check-program --mpi mpich --ranks 1 --expect 'cache_reads>=60' %}
#include "program.h"

enum { Record = 65536, Records = 40 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("first", Records * Record - 100, 12);
  makeData("second", Records * Record - 100, 13);
  MPI_File first = openFile("first", MPI_MODE_RDONLY);
  MPI_File second = openFile("second", MPI_MODE_RDONLY);
  static char b[Record];
  uint64_t d = DIGEST_START;
  int got;
  MPI_Status status;
  do {
    MPI_File_read(first, b, Record, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &got);
    d = digest(d, b, got);
  } while (got == Record);
  do {
    MPI_File_read(second, b, Record, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &got);
    d = digest(d, b, got);
    usleep(1000);
  } while (got == Record);
  MPI_File_close(&first);
  MPI_File_close(&second);
  result(d);
  MPI_Finalize();
}
