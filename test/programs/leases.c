// The program takes write leases on files: one that it never opens as an MPI file
// but the slice expects next, one that it has closed. Nobody else opens them, so
// each lease is given and none is broken.
// RUN: %check-program --expect 'missed<=45' --ranks 1
// RUN: %if mpich %{ %check-program --expect 'missed<=45' --mpi mpich --ranks 1 %}
#define _GNU_SOURCE
#include "program.h"
#include <fcntl.h>
#include <signal.h>

enum { Files = 7, Pieces = 6, Last = 4, Page = 65536 };

static volatile sig_atomic_t broken;
static void onBreak(int signal) { broken++; }

static void nameOf(char *name, int i) { snprintf(name, 32, "part%d", i); }

/// Reads files until one is short, the one before the last; takes a lease on
/// another file before file `when`.
static uint64_t pass(int target, int when, uint64_t d) {
  static char b[Page];
  char name[32];
  int fd = -1, given = -1;
  for (int i = 0; i < Files; i++) {
    MPI_File fh;
    MPI_Status status;
    int n;
    if (i == when) {
      nameOf(name, target);
      fd = open(name, O_RDWR);
      given = fcntl(fd, F_SETLEASE, F_WRLCK);
    }
    nameOf(name, i);
    if (MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL,
                      &fh) != MPI_SUCCESS)
      MPI_Abort(MPI_COMM_WORLD, 91);
    for (int j = 0; j < Pieces; j++) {
      MPI_File_read_at(fh, (MPI_Offset)j * Page, b, Page, MPI_BYTE, &status);
      d = digestStatus(digest(d, b, 100), &status);
      usleep(300);
    }
    MPI_Get_count(&status, MPI_BYTE, &n);
    MPI_File_close(&fh);
    if (n < Page)
      break;
  }
  usleep(5000);
  int held[] = {given, fcntl(fd, F_GETLEASE), broken};
  close(fd);
  return digest(d, held, sizeof held);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  char name[32];
  signal(SIGIO, onBreak);
  for (int i = 0; i < Files; i++) {
    nameOf(name, i);
    makeData(name, i == Last ? 1000 : Pieces * Page, 30 + i);
  }
  uint64_t d = DIGEST_START;
  d = pass(Last + 1, 0, d);
  d = pass(Last + 2, 1, d);
  d = pass(1, 2, d);
  d = pass(Last + 1, Last, d);
  result(d);
  MPI_Finalize();
}
