// One read in no loop, and a loop that never runs.
// RUN: %check-program
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 4096, 14);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[4096];
  MPI_File_read_at(fh, 0, b, 4096, MPI_BYTE, MPI_STATUS_IGNORE);
  uint64_t d = digest(DIGEST_START, b, 4096);
  for (int i = 0; i < argc - 1; i++) {
    MPI_File_read_at(fh, i, b, 4096, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, 4096);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
