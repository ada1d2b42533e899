// Another client of a file system, which the kernel does not hear of, changes files that the
// slice has opened ahead. The program reads what is in the files when it opens them. Files
// that were changed a moment before the slice comes to them are not opened ahead.
// REQUIRES: fuse
// RUN: %check-program --slow "--service-us 500 --kernel-cache --keep-old" --ranks 1,2 --unserved "most files change after the slice has opened them" \
// RUN:   --expect 'files_opened_ahead>=5' --expect 'pages_left_to_system>=1'
// RUN: %check-program --flag=-DNEW --slow "--service-us 500 --kernel-cache" --ranks 1 --unserved "the files are too new" --expect 'files_opened_ahead==0'
#include "program.h"
#include <fcntl.h>

enum { Files = 16, Pieces = 4, Page = 65536 };

/// What was just written is in the kernel's memory.
static void forget(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0 || fsync(fd) || posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED))
    MPI_Abort(MPI_COMM_WORLD, 92);
  close(fd);
}

/// By the folder that holds the files of the mount.
static void changeElsewhere(int i) {
  const char *backing = getenv("SLOWFS_BACKING");
  char name[4096];
  snprintf(name, sizeof name, "%s/part%d", backing ? backing : ".", i);
  int fd = open(name, O_WRONLY);
  for (int j = 0; j < Pieces; j++)
    if (pwrite(fd, "changed", 7, j * Page + 100) != 7)
      MPI_Abort(MPI_COMM_WORLD, 93);
  close(fd);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  static char b[Page];
  char name[32];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part%d", i);
    makeData(name, Pieces * Page, 60 + i);
    if (myRank() == 0)
      forget(name);
  }
#ifndef NEW
  sleep(4); // the times of a file are then those of its last change
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  uint64_t d = digest(DIGEST_START, "", 0);
  for (int i = 0; i < Files; i++) {
    MPI_File fh;
    snprintf(name, sizeof name, "part%d", i);
    if (i % 4 != 0 && myRank() == 0)
      changeElsewhere(i);
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
