// Lists of places in memory that the program's own allocators give, which are
// in another source: the slice has lists of its own.
// REQUIRES: fuse
// RUN: %check-program --slow "--service-us 1000" --ranks 1,2 --flag %S/Inputs/wrappers.c \
// RUN:   --flag=-fno-prefetch-slice-whole-program \
// RUN:   --expect 'slice_waits==0' --expect 'hits>=60' --expect 'pages_wasted<=8' --expect 'launches<=2'
#include "program.h"

enum { Block = 65536, Blocks = 200, Places = 4 };

void *xmalloc(size_t bytes);
void *wrap_calloc(size_t n, size_t bytes);
__attribute__((malloc, alloc_size(1))) void *new_table(size_t bytes);
void xfree(void *memory);

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", (size_t)Block * Blocks, 47);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[4096];
  uint64_t d = digest(DIGEST_START, "", 0);
  for (long i = 0; i < 25; i++) {
    long *places = xmalloc(Places * sizeof *places);
    int *counts = wrap_calloc(Places, sizeof *counts);
    long *steps = new_table(Places * sizeof *steps);
    for (long k = 0; k < Places; k++) {
      steps[k] = k * i + 3;
      places[k] = (i * Places + k) * 37 + steps[k];
      counts[k] += 100 + (int)k;
    }
    for (int k = 0; k < Places; k++) {
      MPI_File_read_at(fh, places[k] % Blocks * Block, b, counts[k], MPI_BYTE,
                       MPI_STATUS_IGNORE);
      d = digest(d, b, (size_t)counts[k]);
      usleep(300);
    }
    xfree(places);
    xfree(counts);
    free(steps);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
