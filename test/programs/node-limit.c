// Memory that ranks could share would be more than a file may have: each rank
// has a cache of its own then.
// RUN: bash -c 'ulimit -f 60000; %check-program --ranks 2 --expect node_hits==0'
// RUN: %check-program --ranks 2 --expect "node_hits>=20"
#include "program.h"

enum { Page = 65536, Pages = 32 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", (size_t)Pages * Page, 4);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  static char b[Page];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Pages; i++) {
    MPI_File_read_at(fh, (MPI_Offset)i * Page, b, Page, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, Page);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
