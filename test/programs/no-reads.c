// A program that only writes has nothing to launch.
// RUN: %check-program --slices 0 --expect 'reads==0'
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = myRank();
  MPI_File fh = openFile("out", MPI_MODE_CREATE | MPI_MODE_WRONLY);
  for (int i = 0; i < 64; i++) {
    uint64_t record[8] = {rank, i, digest(DIGEST_START, &i, sizeof i)};
    MPI_File_write_at(fh, (rank * 64 + i) * sizeof record, record,
                      sizeof record, MPI_BYTE, MPI_STATUS_IGNORE);
  }
  MPI_File_close(&fh);
  result(rank);
  MPI_Finalize();
}
