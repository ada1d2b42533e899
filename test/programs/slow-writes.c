// On slow storage, where reads are in flight for long, writes overtake them: no
// byte that is read is older than the last write of it.
// REQUIRES: fuse
// RUN: %check-program --slow "--service-us 1000" --ranks 1,2
#include "program.h"

enum { Block = 65536, Blocks = 32 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 2 * Blocks * Block, 54);
  MPI_File fh = openFile("data", MPI_MODE_RDWR);
  static unsigned char b[Block];
  uint64_t d = DIGEST_START;
  MPI_Offset base = myRank() * Blocks * Block;
  for (int i = 0; i < Blocks; i++) {
    MPI_File_read_at(fh, base + i * Block, b, Block, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, Block);
    // Into what the slice has asked for already.
    b[0] = i;
    MPI_File_write_at(fh, base + (i + 1 + i % 5) % Blocks * Block + 100, b, 999,
                      MPI_BYTE, MPI_STATUS_IGNORE);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
