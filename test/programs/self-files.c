// Each rank has files of its own, opened on MPI_COMM_SELF, two at a time.
// RUN: %check-program
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = myRank();
  char names[2][32];
  MPI_File fh[2];
  for (int f = 0; f < 2; f++) {
    snprintf(names[f], sizeof names[f], "part%d.%d", f, rank);
    FILE *file = fopen(names[f], "wb");
    for (int i = 0; i < 400000; i++)
      fputc(dataByte(i, 100 * f + rank), file);
    fclose(file);
    MPI_File_open(MPI_COMM_SELF, names[f], MPI_MODE_RDONLY, MPI_INFO_NULL,
                  &fh[f]);
  }
  char b[2][4000];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 100; i++) {
    MPI_File_read_at(fh[0], i * 4000, b[0], 4000, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh[1], (99 - i) * 4000, b[1], 4000, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  MPI_File_close(&fh[0]);
  MPI_File_close(&fh[1]);
  result(d);
  MPI_Finalize();
}
