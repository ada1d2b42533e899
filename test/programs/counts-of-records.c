// Reads of datatypes that the program makes, counted in bytes and in doubles: the slice goes
// on without the program.
// RUN: %check-program --expect 'missed<=3' --expect 'slices_astray==0' --expect 'slice_waits==0' --expect 'cache_reads>=20'
// RUN: %if mpich %{ %check-program --expect 'missed<=3' --mpi mpich --ranks 1,2 --expect 'slice_waits==0' --expect 'cache_reads>=20' %}
#include "program.h"

enum { Doubles = 64, Record = Doubles * 8, Records = 8, Bytes = 100 * Record };

static char b[Records * Record];

static uint64_t inBytes(MPI_File fh, MPI_Datatype record, uint64_t d) {
  MPI_Offset at = 0;
  for (;;) {
    MPI_Status status;
    int got;
    MPI_File_read_at(fh, at, b, Records, record, &status);
    MPI_Get_elements(&status, MPI_BYTE, &got);
    d = digest(digest(d, &got, sizeof got), b, got);
    if (got <= 0)
      return d;
    at += got;
    usleep(1000);
  }
}

static uint64_t inDoubles(MPI_File fh, MPI_Datatype record, uint64_t d) {
  MPI_Offset at = 0;
  int got;
  do {
    MPI_Status status;
    MPI_File_read_at(fh, at, b, 3, record, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &got);
    d = digest(digest(d, &got, sizeof got), b, got * 8);
    at += got * 8;
    usleep(1000);
  } while (got == 3 * Doubles);
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", Bytes, 7);
  MPI_Datatype record;
  MPI_Type_contiguous(Doubles, MPI_DOUBLE, &record);
  MPI_Type_commit(&record);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = inBytes(fh, record, DIGEST_START);
  d = inDoubles(fh, record, d);
  MPI_File_close(&fh);
  MPI_Type_free(&record);
  result(d);
  MPI_Finalize();
}
