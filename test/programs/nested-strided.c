// Tiles of a matrix: a stride inside a stride.
// RUN: %check-program
// RUN: %if nodes %{ %check-program --nodes 2x1,2x2 %}
#include "program.h"

enum { Rows = 64, RowBytes = 65536, TileRows = 16, TileBytes = 8192 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("matrix", (size_t)Rows * RowBytes, 2);
  int rank = myRank(), size = worldSize();
  MPI_File fh = openFile("matrix", MPI_MODE_RDONLY);
  char tile[TileBytes];
  uint64_t d = DIGEST_START;
  for (int top = 0; top < Rows; top += TileRows)
    for (int left = rank * TileBytes; left < RowBytes; left += size * TileBytes)
      for (int row = top; row < top + TileRows; row++) {
        MPI_Offset at = (MPI_Offset)row * RowBytes + left;
        MPI_File_read_at(fh, at, tile, TileBytes, MPI_BYTE, MPI_STATUS_IGNORE);
        d = digest(d, tile, TileBytes);
      }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
