// The slice searches a table for an entry that is not there yet: the program
// makes the entry through a pointer that slices take for another one.
// RUN: %check-program --unserved "the slice never comes to a read" --ranks 1 --expect 'slices_endless>=1'
#include "program.h"
#include <time.h>

static int find(const int *table, int wanted) {
  int i = 0;
  while (table[i & 63] != wanted)
    i++;
  return i;
}

// Only with slices.
extern void foreslice_launch(void) __attribute__((weak));

// The slice is ended after a second of processor time, which it may get late:
// until nothing but this has run for a second.
static void waitForSlice(void) {
  clock_t begin = clock();
  for (int i = 0; foreslice_launch && i < 6000; i++) {
    if (clock() - begin > CLOCKS_PER_SEC * 9 / 10)
      break;
    usleep(10000);
  }
  for (int quiet = 0; quiet < 10; quiet++) {
    clock_t before = clock();
    usleep(100000);
    if (clock() - before > CLOCKS_PER_SEC / 100)
      quiet = -1;
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 60000, 46);
  static int table[64];
  for (int i = 0; i < 64; i++)
    table[i] = -1;
  int *volatile hidden = table;
  int *entries = hidden;
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = DIGEST_START;
  for (int n = 0; n < 14; n++) {
    char b[4096];
    entries[n] = n;
    MPI_File_read_at(fh, find(table, n) * 4096, b, 4096, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, 4096);
    if (n == 0)
      waitForSlice();
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
