// Planes of a three-dimensional array, a block of columns for each rank.
// RUN: %check-program
#include "program.h"

enum { Planes = 16, Rows = 64, Columns = 256 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("array", (size_t)Planes * Rows * Columns * 8, 7);
  int rank = myRank(), width = Columns / worldSize();
  int sizes[] = {Rows, Columns}, part[] = {Rows, width},
      start[] = {0, rank * width};
  MPI_Datatype plane;
  MPI_Type_create_subarray(2, sizes, part, start, MPI_ORDER_C, MPI_DOUBLE,
                           &plane);
  MPI_Type_commit(&plane);
  MPI_File fh = openFile("array", MPI_MODE_RDONLY);
  MPI_File_set_view(fh, 0, MPI_DOUBLE, plane, "native", MPI_INFO_NULL);
  double *b = malloc(sizeof *b * Rows * width);
  uint64_t d = DIGEST_START;
  for (int p = Planes - 1; p >= 0; p--) {
    MPI_File_read_at(fh, (MPI_Offset)p * Rows * width, b, Rows * width,
                     MPI_DOUBLE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof *b * Rows * width);
  }
  free(b);
  MPI_File_close(&fh);
  MPI_Type_free(&plane);
  result(d);
  MPI_Finalize();
}
