// A communicator that is made in the region, and the rank in it, decide what is
// read: the slice waits for the program to make it, and goes on.
// RUN: %check-program --expect 'found>=95' --ranks 1,4 --expect "cache_reads>=20" --expect "slices_unknown_handle==0"
// RUN: %check-program --ranks 2 --slow "--service-us 2000" --expect "hits>=10"
// RUN: %if mpich %{ %check-program --expect 'found>=95' --mpi mpich --ranks 2 --expect "cache_reads>=20" %}
#include "program.h"

static uint64_t readGroup(MPI_Comm group, const char *name) {
  MPI_File fh;
  int rank, size;
  char b[4096];
  uint64_t d = DIGEST_START;
  MPI_Comm_rank(group, &rank);
  MPI_Comm_size(group, &size);
  MPI_File_open(group, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
  for (int i = 0; i < 30; i++) {
    MPI_File_read_at(fh, ((i * 7 + rank) * size % 50) * 16384, b, sizeof b,
                     MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  MPI_File_close(&fh);
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 67);
  uint64_t d = DIGEST_START;
  for (int color = 1; color < 3; color++) {
    MPI_Comm group;
    MPI_Comm_split(MPI_COMM_WORLD, myRank() % color, -myRank(), &group);
    uint64_t of = readGroup(group, "data");
    d = digest(d, &of, sizeof of);
    MPI_Comm_free(&group);
  }
  result(d);
  MPI_Finalize();
  return 0;
}
