// Another process puts new versions of a file in place by rename all the time.
// What is read through one handle is of one version.
// RUN: %check-program --unserved "each open finds another file than the slice has opened" --ranks 1
// RUN: %if mpich %{ %check-program --unserved "each open finds another file than the slice has opened" --mpi mpich --ranks 1 %}
#include "program.h"
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

enum { Opens = 400, Pieces = 8, Page = 65536 };

static void writeVersion(const char *name, int version) {
  static char data[Pieces * Page];
  memset(data, 'a' + version % 26, sizeof data);
  int fd = open("new", O_CREAT | O_WRONLY | O_TRUNC, 0600);
  if (write(fd, data, sizeof data) != sizeof data || close(fd) ||
      rename("new", name))
    _exit(1);
}

/// Whether all that one handle gives is of one version.
static int isWhole(void) {
  static char b[Pieces][Page];
  int whole = 1;
  MPI_File fh;
  if (MPI_File_open(MPI_COMM_SELF, "data", MPI_MODE_RDONLY, MPI_INFO_NULL,
                    &fh) != MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 91);
  for (int i = 0; i < Pieces; i++)
    MPI_File_read_at(fh, i * Page, b[i], Page, MPI_BYTE, MPI_STATUS_IGNORE);
  for (int i = 0; i < Pieces; i++)
    whole &= b[i][0] == b[0][0] && b[i][Page - 1] == b[0][0];
  MPI_File_close(&fh);
  return whole;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  writeVersion("data", 0);
  pid_t child = fork();
  if (child == 0)
    for (int version = 1;; version++) {
      writeVersion("data", version);
      usleep(100);
    }
  int torn = 0;
  for (int i = 0; i < Opens; i++)
    torn += !isWhole();
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  unlink("new");
  unlink("data");
  printf("torn: %d\n", torn);
  MPI_Finalize();
}
