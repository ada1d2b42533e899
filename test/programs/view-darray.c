// A block-cyclic distribution, read collectively.
// RUN: %check-program
#include "program.h"

enum { Order = 256, Steps = 6 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("matrix", (size_t)Steps * Order * Order * 8, 9);
  int rank = myRank(), size = worldSize();
  int sizes[] = {Order, Order}, grid[] = {1, size};
  int how[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC};
  int block[] = {MPI_DISTRIBUTE_DFLT_DARG, 16};
  MPI_Datatype part;
  MPI_Type_create_darray(size, rank, 2, sizes, how, block, grid, MPI_ORDER_C,
                         MPI_DOUBLE, &part);
  MPI_Type_commit(&part);
  MPI_File fh = openFile("matrix", MPI_MODE_RDONLY);
  MPI_File_set_view(fh, 0, MPI_DOUBLE, part, "native", MPI_INFO_NULL);
  int mine = Order * Order / size;
  double *b = malloc(mine * sizeof *b);
  uint64_t d = DIGEST_START;
  for (int s = 0; s < Steps; s++) {
    MPI_File_read_all(fh, b, mine, MPI_DOUBLE, MPI_STATUS_IGNORE);
    d = digest(d, b, mine * sizeof *b);
  }
  free(b);
  MPI_File_close(&fh);
  MPI_Type_free(&part);
  result(d);
  MPI_Finalize();
}
