// A generator written out in the program decides the order.
// RUN: %check-program
#include "program.h"

enum { BlockBytes = 4096, Blocks = 1024 };

static uint64_t next(uint64_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", (size_t)Blocks * BlockBytes, 3);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t state = 88172645463325252u + myRank(), d = DIGEST_START;
  for (int i = 0; i < 300; i++) {
    char b[BlockBytes];
    MPI_Offset at = (MPI_Offset)(next(&state) % Blocks) * BlockBytes;
    MPI_File_read_at(fh, at, b, BlockBytes, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, BlockBytes);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
