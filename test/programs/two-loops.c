// Two loops of one region, over the same file in opposite order.
// RUN: %check-program
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 200 * 10000, 16);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[10000];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 200; i++) {
    MPI_File_read_at(fh, i * 10000, b, 10000, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, 10000);
  }
  for (int i = 199; i >= 0; i -= 3) {
    MPI_File_read_at(fh, i * 10000, b, 10000, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, 10000);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
