// Collective reads with explicit offsets and with the individual pointer; every
// rank reads its part of each step.
// RUN: %check-program
// RUN: %if mpich %{ %check-program --mpi mpich %}
// RUN: %if nodes %{ %check-program --nodes 2x1,2x2 %}
#include "program.h"

enum { StepBytes = 65536, Steps = 24 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", (size_t)Steps * StepBytes, 5);
  int rank = myRank(), part = StepBytes / worldSize();
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  static char b[StepBytes];
  uint64_t d = DIGEST_START;
  for (int s = 0; s < Steps; s++) {
    MPI_Status status;
    MPI_File_read_at_all(fh, (MPI_Offset)s * StepBytes + rank * part, b, part,
                         MPI_BYTE, &status);
    d = digestStatus(digest(d, b, part), &status);
  }
  MPI_File_seek(fh, rank * part, MPI_SEEK_SET);
  for (int s = 0; s < Steps; s++) {
    MPI_Status status;
    MPI_File_read_all(fh, b, part, MPI_BYTE, &status);
    d = digestStatus(digest(d, b, part), &status);
    MPI_File_seek(fh, StepBytes - part, MPI_SEEK_CUR);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
