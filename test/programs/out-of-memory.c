// The slice allocates more than it may, and frees nothing before the end.
// RUN: %check-program --expect 'slices_out_of_memory>=1'
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 100 * 8192, 47);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[8192];
  uint64_t d = DIGEST_START;
  int *kept[100];
  for (int i = 0; i < 100; i++) {
    int *order = calloc(50000, sizeof *order);
    for (int j = 0; j < 100; j++)
      order[(j * 37) % 100] = j;
    MPI_File_read_at(fh, order[i] * 8192, b, sizeof b, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
    kept[i] = order;
    if (i == 0)
      usleep(300000);
  }
  for (int i = 0; i < 100; i++)
    free(kept[i]);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
