// Each record begins with a header that says how long it is, and whether it is
// the last: by the individual pointer, into a structure and a global buffer.
// REQUIRES: fuse
// RUN: %check-program --slow "--service-us 500" --ranks 1,2 --expect 'dependent_reads>=20' --expect 'cache_reads>=40'
#include "program.h"

struct header {
  int32_t bytes, last;
};
static char payload[200000];

static void writeRecords(void) {
  FILE *f = fopen("data", "wb");
  for (int i = 0; i < 60; i++) {
    struct header h = {1 + i * 7919 % 150000, i == 59};
    fwrite(&h, sizeof h, 1, f);
    for (int j = 0; j < h.bytes; j++)
      payload[j] = (char)dataByte((uint64_t)j, (unsigned)i);
    fwrite(payload, 1, (size_t)h.bytes, f);
  }
  fclose(f);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (myRank() == 0)
    writeRecords();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = DIGEST_START;
  struct header h;
  do {
    MPI_File_read(fh, &h, sizeof h, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read(fh, payload, h.bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, payload, (size_t)h.bytes);
    usleep(1000);
  } while (!h.last);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
