// An irregular view: blocks of different lengths.
// RUN: %check-program
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 2 << 20, 8);
  int lengths[] = {3, 1, 40, 7}, places[] = {5, 20, 30, 100};
  MPI_Datatype blocks, tile;
  MPI_Type_indexed(4, lengths, places, MPI_INT, &blocks);
  MPI_Type_create_resized(blocks, 0, 1024, &tile);
  MPI_Type_commit(&tile);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  MPI_File_set_view(fh, myRank() * 64, MPI_INT, tile, "native", MPI_INFO_NULL);
  int b[77];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 800; i++) {
    MPI_File_read_at(fh, (i * 151) % 60000, b, 77, MPI_INT, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  MPI_File_close(&fh);
  MPI_Type_free(&tile);
  MPI_Type_free(&blocks);
  result(d);
  MPI_Finalize();
}
