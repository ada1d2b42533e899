// Blocks are read again after the program has changed the buffer they were read
// to: what comes is the file's content.
// RUN: %check-program
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 48);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  static char b[16][4096];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 400; i++) {
    char *block = b[i % 16];
    MPI_File_read_at(fh, (i % 50) * 4096, block, 4096, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, block, 4096);
    memset(block, i, 4096);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
