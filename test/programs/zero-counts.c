// Some reads ask for nothing.
// RUN: %check-program
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 13);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[4096];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 256; i++) {
    MPI_Status status;
    int count = (i % 3) * 1365;
    MPI_File_read(fh, count ? b : NULL, count, MPI_BYTE, &status);
    d = digestStatus(digest(d, b, count), &status);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
