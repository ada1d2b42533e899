// Another client of a file system, which the kernel does not hear of, changes files that the
// slice has opened ahead. The program reads what is in the files when it opens them. Files
// that were changed a moment before the slice comes to them are not opened ahead.
// REQUIRES: fuse
// RUN: %check-program --slow "--service-us 500 --kernel-cache --keep-old" --ranks 1,2 --unserved "most files change after the slice has opened them" \
// RUN:   --expect 'files_opened_ahead>=5' --expect 'pages_left_to_system>=1'
// RUN: %check-program --flag=-DNEW --slow "--service-us 500 --kernel-cache" --ranks 1 --unserved "the files are too new" --expect 'files_opened_ahead==0'
#include "parts.h"

enum { Files = 16 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  static char b[Page];
  char name[32];
  makeParts(Files, 60, "part");
  forgetParts(Files);
#ifndef NEW
  sleep(4); // the times of a file are then those of its last change
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  uint64_t d = digest(DIGEST_START, "", 0);
  for (int i = 0; i < Files; i++) {
    MPI_File fh;
    snprintf(name, sizeof name, "part%d", i);
    if (i % 4 != 0 && myRank() == 0)
      rewriteElsewhere(i);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    for (int j = 0; j < Pieces; j++) {
      MPI_File_read_at(fh, j * Page, b, Page, MPI_BYTE, MPI_STATUS_IGNORE);
      d = digest(d, b, Page);
    }
    MPI_File_close(&fh);
    usleep(20000);
  }
  result(d);
  MPI_Finalize();
}
