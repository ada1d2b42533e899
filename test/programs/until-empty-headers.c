// Reads headers that say where the blocks are, until a header is empty. The
// slice needs the headers' data, which are not there behind the end.
// RUN: %check-program --ranks 1 --expect 'pages_prefetched<=61' --expect 'cache_reads>=20' \
// RUN:   --expect 'reads_behind_end<=64'
#include "program.h"

enum { Record = 65536, Records = 60 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("blocks", Records * Record, 5);
  MPI_Offset at[Records];
  for (int i = 0; i < Records; i++)
    at[i] = (MPI_Offset)(i * 7 % Records) * Record;
  FILE *file = fopen("index", "wb");
  fwrite(at, sizeof at, 1, file);
  fclose(file);
  MPI_File index = openFile("index", MPI_MODE_RDONLY);
  MPI_File blocks = openFile("blocks", MPI_MODE_RDONLY);
  static char b[Record];
  uint64_t d = DIGEST_START;
  for (;;) {
    MPI_Offset place;
    MPI_Status status;
    int got;
    MPI_File_read(index, &place, sizeof place, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &got);
    if (got == 0)
      break;
    MPI_File_read_at(blocks, place, b, Record, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, Record);
  }
  MPI_File_close(&index);
  MPI_File_close(&blocks);
  result(d);
  MPI_Finalize();
}
