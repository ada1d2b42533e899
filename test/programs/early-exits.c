// Regions that are left by goto, break, and return from a switch; and one whose
// end depends on what is read.
// RUN: %check-program --expect 'found>=75' --slices 2
#include "program.h"

static char b[4096];

static uint64_t findFirst(MPI_File fh, unsigned char wanted) {
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 16; j++) {
      MPI_File_read_at(fh, (i * 16 + j) * 4096, b, 4096, MPI_BYTE,
                       MPI_STATUS_IGNORE);
      if ((unsigned char)b[7] == wanted && i * j > 20)
        return digest(DIGEST_START, b, 4096) + i * 16 + j;
    }
  return 0;
}

static uint64_t cleanUp(MPI_File fh, int limit) {
  uint64_t d = DIGEST_START;
  char *copy = malloc(4096);
  for (int i = 0; i < 256; i++) {
    MPI_File_read_at(fh, i * 4096, copy, 4096, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, copy, 4096);
    if (i == limit)
      goto out;
  }
  d++;
out:
  free(copy);
  return d;
}

static uint64_t byKind(MPI_File fh, int kind) {
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 200; i++) {
    int bytes = 4096;
    switch ((i + kind) % 4) {
    case 0:
      continue;
    case 1:
      bytes /= 2;
      break;
    case 3:
      if (i > 150)
        return d;
    }
    MPI_File_read_at(fh, i * 4096, b, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, bytes);
  }
  return d;
}

static uint64_t untilSum(MPI_File fh) {
  uint64_t d = DIGEST_START;
  int sum = 0;
  for (int i = 0; i < 256; i++) {
    MPI_File_read_at(fh, i * 4096, b, 4096, MPI_BYTE, MPI_STATUS_IGNORE);
    for (int j = 0; j < 4096; j++)
      sum += b[j];
    d = digest(d, &sum, sizeof sum);
    if (i > 100)
      break;
  }
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 256 * 4096, 17);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  result(findFirst(fh, dataByte(77 * 4096 + 7, 17)));
  result(cleanUp(fh, 99 + myRank()));
  result(byKind(fh, 2));
  result(untilSum(fh));
  MPI_File_close(&fh);
  MPI_Finalize();
}
