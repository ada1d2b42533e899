// A table of places grows as it is filled: realloc moves it, and the slice sees
// what was in it before.
// Where no core is free, a rank may come to a page first.
// RUN: %check-program --expect 'launches>=1' --expect 'found>=97'
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 35);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  long *at = NULL, room = 0, place = 1;
  char b[4096];
  uint64_t d = DIGEST_START;
  for (long n = 0; n < 200; n++) {
    if (n == room) {
      room = room ? 2 * room : 4;
      at = realloc(at, room * sizeof *at);
    }
    at[n] = place;
    place = place * 37 % 251;
    MPI_File_read_at(fh, at[n - n / 3] * 4096, b, sizeof b, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  free(at);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
