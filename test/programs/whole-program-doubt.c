// Of a loop in this source, the whole program puts more in sight, and more in
// doubt: what another source does is not understood. The slice that the loop has
// in its source stays; the next loop gets one of the whole program.
// RUN: %check-program --slices=2 --expect='launches>=2' --flag=%S/Inputs/whole-program-doubt.c
#include "program.h"

enum { Blocks = 96, BlockBytes = 8192 };

int Step = 1;
void note(int byte);
void readBlock(MPI_File file, int i, void *to);

static uint64_t steps(MPI_File file) {
  char b[BlockBytes];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Blocks; i++) {
    MPI_File_read_at(file, (MPI_Offset)i * Step * BlockBytes, b, BlockBytes,
                     MPI_BYTE, MPI_STATUS_IGNORE);
    note(b[5]);
    d = digest(d, b, sizeof b);
  }
  return d;
}

static uint64_t blocks(MPI_File file) {
  char b[BlockBytes];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Blocks; i++) {
    readBlock(file, i, b);
    d = digest(d, b, sizeof b);
  }
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", Blocks * BlockBytes, 71);
  MPI_File file = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = steps(file);
  result(d + blocks(file));
  MPI_Finalize();
}
