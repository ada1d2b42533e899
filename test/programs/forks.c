// The program starts other processes in a region, which read, too.
// RUN: %check-program
#include "program.h"
#include <sys/wait.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 37);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[8192];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 100; i++) {
    MPI_File_read_at(fh, i * 8192, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
    if (i % 30 == 0) {
      pid_t child = fork();
      if (child == 0) {
        uint64_t own = DIGEST_START;
        MPI_File_read_at(fh, i * 8192, b, sizeof b, MPI_BYTE,
                         MPI_STATUS_IGNORE);
        own = digest(own, b, sizeof b);
        MPI_File_read_at(fh, (i + 1) * 8192, b, sizeof b, MPI_BYTE,
                         MPI_STATUS_IGNORE);
        own = digest(own, b, sizeof b);
        _exit((int)(own % 200));
      }
      int status;
      waitpid(child, &status, 0);
      d = digest(d, &status, sizeof status);
    }
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
