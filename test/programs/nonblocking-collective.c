// Nonblocking collective reads of several ranks, by offset and through views: with Open MPI
// 4 each rank is served as its pages are there, whatever other ranks find. ROMIO has no
// rank go on without the others, so with MPICH one rank alone is served.
// RUN: %check-program --ranks 1,2,4 --expect "cache_reads>=40"
// With 16 pages in each process, which ones stay until they are read is up to the scheduler.
// RUN: %check-program --ranks 4 --expect 'missed<=8' --env FORESLICE_CACHE_SIZE=1M
// RUN: %check-program --ranks 2 --env FORESLICE_SHARE=none --expect "cache_reads>=40"
// RUN: %if mpich %{ %check-program --mpi mpich --ranks 1 --expect "cache_reads>=40" %}
// RUN: %if mpich %{ %check-program --mpi mpich --ranks 2,4 --unserved "ROMIO has no rank go on alone" --expect "cache_reads==0" %}
#include "program.h"

enum { Calls = 64, Bytes = 8192 };

/// Some ranks do more than others, so that these come late.
static uint64_t use(uint64_t d, const char *b, size_t n) {
  if (myRank() % 2)
    usleep(300);
  return digest(d, b, n);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = myRank(), size = worldSize();
  makeData("data", (size_t)Calls * Bytes * size + 1000, 60);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  static char b[2][Bytes];
  uint64_t d = DIGEST_START;
  MPI_Request r[2];
  MPI_Status s;
  for (int i = 0; i <= Calls; i++) { // two in flight; the last one is short
    if (i < Calls)
      MPI_File_iread_at_all(fh, 1000 + ((MPI_Offset)i * size + rank) * Bytes, b[i % 2],
                            i % 8 == 7 && rank == 0 ? 0 : Bytes, MPI_BYTE, &r[i % 2]);
    if (i > 0) {
      MPI_Wait(&r[(i - 1) % 2], &s);
      d = use(digestStatus(d, &s), b[(i - 1) % 2], Bytes);
    }
  }
  for (int half = 0; half < 2; half++) {
    MPI_Datatype tiles;
    MPI_Type_vector(Calls / 2, Bytes / 4, Bytes / 4 * size, MPI_INT, &tiles);
    MPI_Type_commit(&tiles);
    MPI_File_set_view(fh, ((MPI_Offset)half * Calls / 2 * size + rank) * Bytes, MPI_INT,
                      tiles, "native", MPI_INFO_NULL);
    MPI_Type_free(&tiles);
    for (int i = 0; i < Calls / 2; i++) {
      MPI_File_iread_all(fh, b[0], Bytes / 4, MPI_INT, &r[0]);
      for (int done = 0; !done;)
        MPI_Test(&r[0], &done, &s);
      d = use(digestStatus(d, &s), b[0], Bytes);
    }
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
