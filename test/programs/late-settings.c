// The program makes a call that the run time watches, and only then chooses the
// settings: those that hold at MPI_Init count.
// RUN: %check-program --ranks 1 --expect 'launches==0'
#define _GNU_SOURCE
#include "program.h"
#include <fcntl.h>

int main(int argc, char **argv) {
  int fd = open("/dev/null", O_RDONLY);
  fcntl(fd, F_SETLEASE, F_RDLCK); // fails: the call is what counts
  setenv("FORESLICE_DISABLE", "1", 1);
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 23);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  static char b[8192];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 100; i++) {
    MPI_File_read_at(fh, i * 8192, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
