// The slice divides by zero where the program has left the loop.
// RUN: %check-program --expect 'slice_faults>=1'
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 60000, 44);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = DIGEST_START;
  // Slices take what this leads to for another variable.
  static int stop;
  int *volatile hidden = &stop;
  int *end = hidden;
  int got, left = 20;
  MPI_Offset at = 0;
  do {
    char b[4096];
    MPI_Status status;
    MPI_File_read_at(fh, at + 4096 / left % 7, b, sizeof b, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &got);
    d = digest(d, b, got);
    if (left-- == 20)
      usleep(300000);
    at += got;
    *end = got != 4096;
  } while (!stop);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
