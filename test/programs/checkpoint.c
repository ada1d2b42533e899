// Writes a checkpoint in parts, computes, and reads it back: what is read is
// known while it is not written yet, and fetched as soon as it is. In a second
// phase each step reads what an earlier one has written, behind its back
// overwritten in between by a write that the data decide; the slice has these
// data no sooner than the program, so whether it keeps ahead is left open.
// RUN: %check-program --expect 'found>=53' --expect "pages_parked>=1" --expect "slices_diverged==0"
// RUN: %if mpich %{ %check-program --expect 'found>=53' --mpi mpich --expect "pages_parked>=1" %}
// RUN: %if fuse %{ %check-program --expect 'found>=53' --slow "--service-us 2000" --ranks 1 \
// RUN:   --expect "pages_parked>=50" --expect "cache_reads>=45" --expect "hits>=30" %}
#include "program.h"

enum { Parts = 48, Size = 65536, Part = 4000, Lag = 6 };

static void fill(unsigned char *b, int i, int round) {
  for (int j = 0; j < Part; j++)
    b[j] = (unsigned char)(i * 7 + j * round + myRank());
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_File fh = openFile("checkpoint", MPI_MODE_CREATE | MPI_MODE_RDWR);
  unsigned char b[Part], c[Part];
  uint64_t d = DIGEST_START;
  MPI_Offset base = (MPI_Offset)myRank() * Parts * Size;
  for (int i = 0; i < Parts; i++) {
    fill(b, i, 1);
    MPI_File_write_at(fh, base + i * Size, b, Part, MPI_BYTE,
                      MPI_STATUS_IGNORE);
  }
  d = digest(d, b, Part);
  usleep(50000);
  for (int i = 0; i < Parts; i++) {
    MPI_File_read_at(fh, base + i * Size, b, Part, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, Part);
    usleep(500);
  }
  for (int i = 0; i < Parts; i++) {
    fill(b, i, 3);
    MPI_File_write_at(fh, base + i * Size, b, Part, MPI_BYTE,
                      MPI_STATUS_IGNORE);
    if (i < Lag)
      continue;
    MPI_File_read_at(fh, base + (i - Lag) * Size, c, Part, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, c, Part);
    if (c[5] % 3 == 0 && i + 1 < Parts)
      MPI_File_write_at(fh, base + (i - Lag + 1) * Size, c, 10, MPI_BYTE,
                        MPI_STATUS_IGNORE);
    usleep(500);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
