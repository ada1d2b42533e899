// Each round makes a communicator and frees the communicator at its end. The
// slice comes to the first communicator after the free: the slice takes the rank
// that the program was told, and goes on.
// RUN: %check-program --ranks 2 --slow "--service-us 1000" --expect "cache_reads>=50" --env FORESLICE_ALWAYS=0
#include "program.h"

enum { Records = 100 };

static int each, rank, ranksInAll;
static MPI_Comm comm;

__attribute__((noinline)) static void writeAll(void) {
  MPI_File fh;
  MPI_File_open(comm, "made", MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL,
                &fh);
  for (int i = 0; i < each; i++)
    MPI_File_write(fh, &i, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&fh);
}

__attribute__((noinline)) static uint64_t readAll(void) {
  MPI_File fh;
  uint64_t d = DIGEST_START;
  MPI_Barrier(comm);
  MPI_File_open(comm, "made", MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
  for (int turn = 0; turn < ranksInAll; turn++) {
    if (rank == turn)
      for (int i = 0; i < each; i++) {
        int number;
        MPI_File_read(fh, &number, 1, MPI_INT, MPI_STATUS_IGNORE);
        d = digest(d, &number, sizeof number);
      }
    MPI_Barrier(comm);
  }
  MPI_File_close(&fh);
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &ranksInAll);
  uint64_t d = DIGEST_START;
  for (int round = 0; round < 2; round++) {
    MPI_Comm base;
    MPI_Comm_dup(MPI_COMM_WORLD, &base);
    MPI_Comm_dup(base, &comm);
    MPI_Comm_free(&base);
    MPI_Comm_rank(comm, &rank);
    each = rank > 5 ? Records - 1 : Records;
    if (round == 0)
      writeAll();
    else
      d = readAll();
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
  }
  result(d);
  MPI_Finalize();
  return 0;
}
