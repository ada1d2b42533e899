// A recursion that ends for the program does not end for the slice: its stack
// overflows.
// RUN: %check-program --expect 'slice_faults>=1'
#include "program.h"

static int depth(int n) { return n ? (depth(n - 1) * 3 + 1) % 1000 : 0; }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 60000, 45);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = DIGEST_START;
  // Slices take what this leads to for another variable.
  static int stop;
  int *volatile hidden = &stop;
  int *end = hidden;
  int got, n = 20;
  MPI_Offset at = 0;
  do {
    char b[4096];
    MPI_Status status;
    MPI_File_read_at(fh, at + depth(n) % 7, b, sizeof b, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &got);
    d = digest(d, b, got);
    if (n-- == 20)
      usleep(500000);
    at += got;
    *end = got != 4096;
  } while (!stop);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
