// Files that a slice opens ahead on slow storage, which the kernel caches: what is
// fetched of them the program finds in the kernel's memory.
// REQUIRES: fuse
// RUN: env FORESLICE_OPEN_AHEAD=always %check-program --expect 'found>=60' --expect 'pages_wasted<=3' --slow "--service-us 1000 --kernel-cache" --ranks 1,2 \
// RUN:   --expect 'files_opened_ahead>=5' --expect 'pages_left_to_system>=5'
// RUN: env FORESLICE_OPEN_AHEAD=never %check-program --slow "--service-us 1000 --kernel-cache" --ranks 1 \
// RUN:   --expect 'files_opened_ahead==0' --expect 'pages_left_to_system==0'
#include "parts.h"

enum { Files = 10 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  static char b[Page];
  char name[32];
  makeParts(Files, 60, "part");
  forgetParts(Files);
  uint64_t d = digest(DIGEST_START, "", 0);
  for (int i = 0; i < Files; i++) {
    MPI_File fh;
    snprintf(name, sizeof name, "part%d", i);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    for (int j = 0; j < Pieces; j++) {
      MPI_File_read_at(fh, j * Page, b, Page, MPI_BYTE, MPI_STATUS_IGNORE);
      d = digest(d, b, Page);
    }
    MPI_File_close(&fh);
    usleep(5000);
  }
  result(d);
  MPI_Finalize();
}
