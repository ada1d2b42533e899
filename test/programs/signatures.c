// Reads in even steps that no slice knows of, outside of regions: they are
// prefetched if FORESLICE_SOURCES names signatures. The steps go up, go down, and up
// again between writes and by the pointer.
// RUN: %check-program --slices 0 --env FORESLICE_SOURCES=signatures --expect 'cache_reads>=200'
// RUN: %check-program --slices 0 --env FORESLICE_SOURCES=slices,signatures --ranks 2 --expect 'cache_reads>=400' --expect 'launches==0'
// RUN: %check-program --slices 0 --env FORESLICE_SOURCES=slices --ranks 1 --expect 'cache_reads==0'
#include "program.h"

enum { Step = 40000, Length = 30000, Reads = 60 };

// How often a loop is run cannot be known ahead.
static volatile int rounds = 1;

static uint64_t pass(MPI_File fh, MPI_Offset first, MPI_Offset step) {
  static char b[Length];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < rounds * Reads; i++) {
    MPI_File_read_at(fh, first + i * step, b, Length, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, Length);
  }
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = myRank();
  char name[32];
  snprintf(name, sizeof name, "data%d", rank);
  MPI_File fh;
  MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR,
                MPI_INFO_NULL, &fh);
  static char page[Step];
  for (int i = 0; i < Reads; i++) {
    for (int j = 0; j < Step; j++)
      page[j] = (char)(i * 7 + j * 13 + rank);
    MPI_File_write_at(fh, (MPI_Offset)i * Step, page, Step, MPI_BYTE,
                      MPI_STATUS_IGNORE);
  }
  uint64_t d = pass(fh, 0, Step);
  d = digest(d, &(uint64_t){pass(fh, (MPI_Offset)(Reads - 1) * Step, -Step)}, 8);
  MPI_File_write_at(fh, (MPI_Offset)Reads / 2 * Step, page, 100, MPI_BYTE,
                    MPI_STATUS_IGNORE);
  d = digest(d, &(uint64_t){pass(fh, 10, Step)}, 8);
  for (int i = 0; i < rounds * Reads; i++) { // reads and writes in turn
    MPI_File_read_at(fh, (MPI_Offset)i * Step, page, Length, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, page, Length);
    MPI_File_write_at(fh, (MPI_Offset)(2 * Reads + i) * Step, page, Length,
                      MPI_BYTE, MPI_STATUS_IGNORE);
  }
  for (int i = 0; i < rounds * Reads; i++) {
    MPI_File_read(fh, page, Length, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, page, Length);
    if (i == Reads / 2) // behind what was fetched ahead
      MPI_File_write_at(fh, (MPI_Offset)(i + 3) * Length, "changed", 7,
                        MPI_BYTE, MPI_STATUS_IGNORE);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
