// The program ends in the middle of a region, after MPI_Finalize.
// RUN: %check-program --status 3
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 4 << 20, 38);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[8192];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 500; i++) {
    MPI_File_read_at(fh, i * 8192, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
    if (i == 60) {
      MPI_File_close(&fh);
      result(d);
      MPI_Finalize();
      exit(3);
    }
  }
}
