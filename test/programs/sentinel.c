// Reads until the data say that there is no more. The slice takes for granted
// that the loop goes on, and stops at the end of the file.
// RUN: %check-program --ranks 1 --expect 'pages_prefetched<=60' --expect 'cache_reads>=15'
#include "program.h"

enum { Record = 65536, Records = 60, Last = 30 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("log", Records * Record, 12);
  MPI_File fh = openFile("log", MPI_MODE_RDWR);
  MPI_File_write_at(fh, Last * Record, "the end", 8, MPI_BYTE,
                    MPI_STATUS_IGNORE);
  static char b[Record];
  uint64_t d = DIGEST_START;
  for (int i = 0;; i++) {
    MPI_File_read_at(fh, (MPI_Offset)i * Record, b, Record, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    if (memcmp(b, "the end", 8) == 0)
      break;
    d = digest(d, b, Record);
    if (i == Last / 2)
      usleep(200000); // a slice that nothing stops would fill the cache
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
