// The program has used nearly all descriptors that it may have. Those that are
// left are its own: each of its opens succeeds.
// RUN: %check-program --unserved "no descriptor is left for the cache" --ranks 1 --expect "launches>=1"
// RUN: %if mpich %{ %check-program --unserved "no descriptor is left for the cache" --mpi mpich --ranks 1 --expect "launches>=1" %}
#include "program.h"
#include <fcntl.h>
#include <sys/resource.h>

enum { Files = 8, Pieces = 8, Page = 65536, Most = 1000 };

static uint64_t readAll(uint64_t d) {
  static char b[4096];
  for (int i = 0; i < Files; i++) {
    MPI_File fh;
    char name[32];
    snprintf(name, sizeof name, "part%d", i);
    int failed = MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY,
                               MPI_INFO_NULL, &fh) != MPI_SUCCESS;
    d = digest(d, &failed, sizeof failed);
    if (failed)
      continue;
    for (int j = 0; j < Pieces; j++) {
      MPI_File_read_at(fh, (MPI_Offset)j * Page, b, sizeof b, MPI_BYTE,
                       MPI_STATUS_IGNORE);
      d = digest(d, b, sizeof b);
    }
    MPI_File_close(&fh);
  }
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
  for (int i = 0; i < Files; i++) {
    char name[32];
    snprintf(name, sizeof name, "part%d", i);
    makeData(name, Pieces * Page, 20 + i);
  }
  struct rlimit before, limit;
  getrlimit(RLIMIT_NOFILE, &before);
  limit = before;
  limit.rlim_cur = Most;
  setrlimit(RLIMIT_NOFILE, &limit);
  static int taken[Most];
  uint64_t d = DIGEST_START;
  for (int left = 3; left < 12; left += 2) {
    int n = 0;
    while ((taken[n] = open("/dev/null", O_RDONLY)) >= 0)
      n++;
    for (int i = 0; i < left; i++)
      close(taken[--n]);
    d = readAll(d);
    while (n > 0)
      close(taken[--n]);
  }
  setrlimit(RLIMIT_NOFILE, &before);
  result(d);
  MPI_Finalize();
}
