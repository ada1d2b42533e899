// What was read decides whether to read more, and when to stop.
// RUN: %check-program --slices 2
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 13);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  unsigned char b[4096], more[512];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 250; i++) {
    MPI_File_read_at(fh, i * 4096, b, 4096, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, 4096);
    if (b[17] % 4 == 1) {
      MPI_File_read_at(fh, b[18] * 4000, more, 512, MPI_BYTE,
                       MPI_STATUS_IGNORE);
      d = digest(d, more, 512);
    }
  }
  for (int i = 0; i < 250; i++) {
    MPI_File_read_at(fh, i * 4096, b, 4096, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, 4096);
    if (b[0] == 77 + myRank())
      break;
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
