// Collective reads that have no slice, as a volatile variable decides how often they are
// made, of a file in memory: the ranks do not get ready to vote. The program stands before
// the MPI library with the call by which they would make a communicator, and counts.
// RUN: %check-program --slices 0 --ranks 2,4 --env FORESLICE_ALWAYS=0 --expect 'cache_reads==0'
// RUN: %if mpich %{ %check-program --mpi mpich --slices 0 --ranks 2 --env FORESLICE_ALWAYS=0 --expect 'cache_reads==0' %}
#include "program.h"

enum { Length = 30000, Reads = 60 };

static volatile int rounds = 1;
static int made;

int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *to) {
  made++;
  return MPI_Comm_create_group(comm, group, tag, to);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = myRank(), size = worldSize();
  makeData("data", (size_t)Reads * Length * size, 5);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  static char b[Length];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < rounds * Reads; i++) {
    MPI_File_read_at_all(fh, ((MPI_Offset)i * size + rank) * Length, b, Length, MPI_BYTE,
                         MPI_STATUS_IGNORE);
    d = digest(d, b, Length);
  }
  MPI_File_close(&fh);
  result(d + made);
  MPI_Finalize();
}
