// Fields of structs (local, global, by pointer) say what is read; the loop
// changes some of them.
// RUN: %check-program
#include "program.h"

struct grid {
  int rows, columns, ghost;
  MPI_Offset header;
};
static struct {
  MPI_Offset next;
  int step;
} cursor = {100, 7000};

static uint64_t rows(MPI_File fh, const struct grid *g, uint64_t d) {
  double *row = malloc(sizeof *row * g->columns);
  for (int r = g->ghost; r < g->rows - g->ghost; r++) {
    MPI_File_read_at(fh, g->header + (MPI_Offset)r * g->columns * 8, row,
                     g->columns, MPI_DOUBLE, MPI_STATUS_IGNORE);
    d = digest(d, row, sizeof *row * g->columns);
  }
  free(row);
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 3 << 20, 19);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  struct grid g = {200, 1000, 1, 64 + myRank()};
  uint64_t d = rows(fh, &g, DIGEST_START);
  char b[3000];
  for (int i = 0; i < 150; i++) {
    MPI_File_read_at(fh, cursor.next, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
    cursor.next += cursor.step;
    cursor.step += i % 5;
  }
  d = digest(d, &cursor.next, sizeof cursor.next);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
