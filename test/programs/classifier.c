// Reads that no slice knows of are prefetched by the class of the reads before them,
// if FORESLICE_SOURCES names classifier. The ranks of a node take turns in one file,
// and tell each other so; ranks of other nodes are told, too. A file that one rank
// writes is classified, too.
// RUN: %check-program --slices 0 --env FORESLICE_SOURCES=classifier --ranks 2 --expect 'cache_reads>=100' --expect 'class_changes>=4' --expect 'global_class_changes>=1'
// RUN: %check-program --slices 0 --env FORESLICE_SOURCES=slices,signatures,classifier --ranks 1 --expect 'cache_reads>=60' --expect 'windows_classified>=10'
// RUN: %check-program --slices 0 --env FORESLICE_SOURCES=slices --ranks 1 --expect 'windows_classified==0'
// RUN: %if nodes %{ %check-program --slices 0 --env FORESLICE_SOURCES=classifier --nodes 2x1 --expect 'global_class_changes>=1' %}
#include "program.h"

enum { Length = 30000, Reads = 120 };

// How often a loop is run cannot be known ahead.
static volatile int rounds = 1;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  static char b[Length];
  int rank = myRank(), ranks;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_File fh;
  MPI_File_open(MPI_COMM_WORLD, "shared", MPI_MODE_CREATE | MPI_MODE_RDWR,
                MPI_INFO_NULL, &fh);
  for (int i = rank; i < Reads * ranks; i += ranks) {
    for (int j = 0; j < Length; j++)
      b[j] = (char)(i * 7 + j * 13);
    MPI_File_write_at(fh, (MPI_Offset)i * Length, b, Length, MPI_BYTE,
                      MPI_STATUS_IGNORE);
  }
  MPI_File_close(&fh);
  MPI_Barrier(MPI_COMM_WORLD);

  MPI_File_open(MPI_COMM_WORLD, "shared", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
  uint64_t d = DIGEST_START;
  for (int i = 0; i < rounds * Reads; i++) {
    MPI_File_read_at(fh, ((MPI_Offset)i * ranks + rank) * Length, b, Length,
                     MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, Length);
    if (i == 20) // the class of both is known
      MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
