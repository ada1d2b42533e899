// Reads that have no slice, as a volatile variable decides how often they are made: the
// run time learns their pattern, without a setting, once reads are slow. Single,
// collective and nonblocking ones. Where data are in memory, nothing is looked for.
// REQUIRES: fuse
// RUN: %check-program --slices 0 --slow "--service-us 1000" --ranks 1,4,8 --expect 'launches==0' --expect 'cache_reads>=60'
// RUN: %check-program --slices 0 --slow "--service-us 1000" --ranks 2 --env FORESLICE_SOURCES=slices --expect 'cache_reads==0'
// RUN: %check-program --slices 0 --ranks 2 --env FORESLICE_ALWAYS=0 --expect 'cache_reads==0' --expect 'pages_prefetched==0'
// RUN: %if mpich %{ %check-program --mpi mpich --slices 0 --slow "--service-us 1000" --ranks 2 --expect 'cache_reads>=60' %}
#include "program.h"

enum { Length = 30000, Step = 40000, Reads = 60 };

// How often a loop is run cannot be known ahead.
static volatile int rounds = 1;

/// Waits for nothing in between, but leaves the engine some time.
static uint64_t use(uint64_t d, const char *b, size_t n) {
  usleep(500);
  return digest(d, b, n);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = myRank(), size = worldSize();
  const MPI_Offset part = (MPI_Offset)Reads * Step;
  makeData("data", (size_t)(part * size), 5);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  static char b[Length];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < rounds * Reads; i++) {
    MPI_File_read_at(fh, rank * part + (MPI_Offset)i * Step, b, Length,
                     MPI_BYTE, MPI_STATUS_IGNORE);
    d = use(d, b, Length);
  }
  for (int i = 0; i < rounds * Reads; i++) { // the last ones are cut short
    MPI_Status status;
    MPI_File_read_at_all(fh, ((MPI_Offset)i * size + rank) * Step + 20000, b,
                         Length, MPI_BYTE, &status);
    d = use(digestStatus(d, &status), b, Length);
  }
  for (int i = 0; i < rounds * Reads; i++) {
    MPI_Request request;
    MPI_Status status;
    MPI_File_iread_at(fh, (size - 1 - rank) * part + (MPI_Offset)i * Step, b,
                      Length, MPI_BYTE, &request);
    MPI_Wait(&request, &status);
    d = use(digestStatus(d, &status), b, Length);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
