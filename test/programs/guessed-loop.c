// Reads until the data say that there is no more, or a limit is reached. The
// slice takes for granted that the loop goes on, and is ahead by 16 reads and
// twice what the loop has read.
// RUN: %check-program --ranks 1 --env FORESLICE_PAGE_SIZE=4096 --expect 'pages_prefetched<=110' \
// RUN:   --expect 'cache_reads>=20'
#include "program.h"

enum { Record = 4096, Records = 1000, Last = 30 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("log", Records * Record, 12);
  FILE *file = fopen("log", "r+b");
  fseek(file, Last * Record, SEEK_SET);
  fwrite("the end", 8, 1, file);
  fclose(file);
  MPI_File fh = openFile("log", MPI_MODE_RDONLY);
  static char b[Record];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Records; i++) {
    MPI_File_read_at(fh, (MPI_Offset)i * Record, b, Record, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    if (memcmp(b, "the end", 8) == 0)
      break;
    d = digest(d, b, Record);
    usleep(i == Last - 1 ? 100000 : 1000); // time to get too far ahead
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
