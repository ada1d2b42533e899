// The reads are two calls down, in a solver's input routine.
// RUN: %check-program
#include "program.h"

typedef struct {
  MPI_File file;
  MPI_Offset header;
  int blockBytes;
} input_t;

static void readBlock(const input_t *in, int block, void *to) {
  MPI_File_read_at(in->file, in->header + (MPI_Offset)block * in->blockBytes,
                   to, in->blockBytes, MPI_BYTE, MPI_STATUS_IGNORE);
}

static uint64_t solveRow(const input_t *in, int row, int columns, uint64_t d) {
  char *b = malloc(in->blockBytes);
  for (int c = 0; c < columns; c++) {
    readBlock(in, row * columns + c, b);
    d = digest(d, b, in->blockBytes);
  }
  free(b);
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 512 + 256 * 8192, 15);
  input_t in = {openFile("data", MPI_MODE_RDONLY), 512, 8192};
  uint64_t d = DIGEST_START;
  for (int row = myRank(); row < 16; row += worldSize())
    d = solveRow(&in, row, 16, d);
  MPI_File_close(&in.file);
  result(d);
  MPI_Finalize();
}
