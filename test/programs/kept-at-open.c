// Files that a slice opens ahead on storage of which the kernel keeps nothing. What was fetched
// of files that nobody has changed stays in the pool when the program opens them, and serves
// the first read. Other clients change some of the files in between: the program reads what is
// in the files when it opens them.
// REQUIRES: fuse
// RUN: %check-program --slow "--service-us 500" --ranks 1,2 --expect 'files_opened_ahead>=12' --expect 'pages_left_to_system==0' --expect 'missed<=4'
// RUN: %check-program --slow "--service-us 500" --ranks 1,2 --flag=-DCHANGED --unserved "most files change after the slice has opened them" --expect 'files_opened_ahead>=5'
// RUN: %if mpich %{ %check-program --mpi mpich --slow "--service-us 500" --ranks 2 --flag=-DCHANGED --unserved "most files change after the slice has opened them" --expect 'files_opened_ahead>=5' %}
// Files that were changed a moment before the slice comes to them are not opened ahead.
// RUN: %check-program --slow "--service-us 500" --ranks 1 --flag=-DNEW --unserved "the files are too new" --expect 'files_opened_ahead==0'
#include "parts.h"
#include <sys/stat.h>

enum { Files = 16 };

#ifdef CHANGED
static void changeElsewhere(int i) {
  char name[4096], other[4096];
  nameElsewhere(name, sizeof name, "part", i);
  nameElsewhere(other, sizeof other, "other", i);
  switch (i % 5) {
  case 1:
    rewriteElsewhere(i);
    break;
  case 2: // replaced
    rename(other, name);
    break;
  case 3: // shorter
    if (truncate(name, Page + 1000))
      MPI_Abort(MPI_COMM_WORLD, 94);
    break;
  case 4: { // rewritten, with the old time
    struct stat s;
    int fd = open(name, O_WRONLY);
    fstat(fd, &s);
    if (pwrite(fd, "changed", 7, 2 * Page) != 7)
      MPI_Abort(MPI_COMM_WORLD, 95);
    futimens(fd, (struct timespec[]){s.st_atim, s.st_mtim});
    close(fd);
    break;
  }
  }
}
#endif

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  static char b[Page];
  char name[32];
  makeParts(Files, 60, "part");
  makeParts(Files, 160, "other");
#ifndef NEW
  sleep(4); // the times of a file are then those of its last change
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  uint64_t d = digest(DIGEST_START, "", 0);
  for (int i = 0; i < Files; i++) {
    MPI_File fh;
    MPI_Status status;
    snprintf(name, sizeof name, "part%d", i);
    usleep(20000);
#ifdef CHANGED
    if (myRank() == 0)
      changeElsewhere(i);
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    for (int j = 0; j < Pieces; j++) {
      MPI_File_read_at(fh, j * Page, b, Page, MPI_BYTE, &status);
      d = digestStatus(digest(d, b, Page), &status);
    }
    MPI_File_close(&fh);
  }
  result(d);
  MPI_Finalize();
}
