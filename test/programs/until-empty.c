// Reads until a read gives nothing. The size of the file says which one does.
// RUN: %check-program --expect 'missed<=1' --expect 'pages_used>=40' --ranks 1,2 --expect 'pages_prefetched<=80' --expect 'reads_behind_end<=2' \
// RUN:   --expect 'cache_reads>=20'
// RUN: %if mpich %{ %check-program --expect 'missed<=1' --mpi mpich --ranks 2 --expect 'pages_prefetched<=80' %}
#include "program.h"

enum { Record = 65536, Records = 40 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("log", Records * Record, 12);
  MPI_File fh = openFile("log", MPI_MODE_RDONLY);
  static char b[Record];
  uint64_t d = DIGEST_START;
  int eof = 0, records = 0;
  while (!eof) {
    MPI_Status status;
    int got;
    MPI_File_read(fh, b, Record, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &got);
    if (got == 0)
      eof = 1;
    else
      records++;
    d = digest(d, b, got);
    if (records == Records / 2)
      usleep(200000); // a slice that nothing stops would fill the cache
  }
  MPI_File_close(&fh);
  printf("%d records\n", records);
  result(d);
  MPI_Finalize();
}
