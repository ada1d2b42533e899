// Offsets from a text file, from the random number generator and from a helper
// out of sight: the main thread hands them over while it computes.
// RUN: %check-program --expect 'slices_diverged==0' --expect 'slices_channel_full==0'
#include "program.h"

static long ask(FILE *f) {
  long v;
  if (fscanf(f, "%ld", &v) != 1)
    return -1;
  return v;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 6);
  if (myRank() == 0) {
    FILE *f = fopen("list", "w");
    for (int i = 0; i < 100; i++)
      fprintf(f, "%d %d\n", i * 7919 % 1000000, 1 + i * 31 % 4000);
    fclose(f);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[4096];
  uint64_t d = DIGEST_START;
  FILE *f = fopen("list", "r");
  for (long at; (at = ask(f)) >= 0;) {
    long n = ask(f);
    MPI_File_read_at(fh, at, b, (int)n, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, (size_t)n);
  }
  fclose(f);
  srand(7);
  for (int i = 0; i < 100; i++) {
    int at = rand() % 1000000;
    MPI_File_read_at(fh, at, b, 4096, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, 4096);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
