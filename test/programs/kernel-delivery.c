// Where the user wants it, the operating system delivers: all reads stay the MPI
// library's, and what is fetched ahead lies in the system's memory.
// RUN: %check-program --expect 'missed<=2' --env FORESLICE_DELIVERY=kernel --expect 'cache_reads==0' \
// RUN:   --expect 'pages_to_system>=20' --expect 'hits>=1' --expect 'pages_used>=20'
// RUN: %if mpich %{ %check-program --mpi mpich --expect 'missed<=2' --env FORESLICE_DELIVERY=kernel --expect 'cache_reads==0' \
// RUN:   --expect 'pages_to_system>=20' %}
// Where nothing is kept, it is given up:
// RUN: %if fuse %{ %check-program --unserved "the kernel caches nothing of such a file system" --slow "--service-us 1000" --ranks 1 --env FORESLICE_DELIVERY=kernel \
// RUN:   --expect 'cache_reads==0' --expect 'ready_hits==0' --expect 'pages_prefetched<=60' %}
// RUN: %if fuse %{ %check-program --slow "--service-us 1000 --kernel-cache" --ranks 1,2 \
// RUN:   --env FORESLICE_DELIVERY=kernel --expect 'cache_reads==0' %}
// A value that is none is one warning, and the default is used:
// RUN: %check-program --ranks 1 --env FORESLICE_DELIVERY=disk --expect 'cache_reads>=20' --expect 'pages_to_system==0'
#include "program.h"

enum { Reads = 48, Size = 65536 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", (size_t)worldSize() * Reads * Size, 71);
  MPI_File fh = openFile("data", MPI_MODE_RDWR);
  static char b[Size];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Reads; i++) {
    MPI_Offset at = ((MPI_Offset)i * worldSize() + myRank()) * Size;
    MPI_File_read_at(fh, at, b, Size, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, Size);
    if (i % 16 == 15) {
      MPI_File_write_at(fh, at, &d, sizeof d, MPI_BYTE, MPI_STATUS_IGNORE);
      MPI_File_sync(fh);
    }
    usleep(500);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
