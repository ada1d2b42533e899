// The program counts on the kernel to give the lowest number that is free. The
// run time has files of the program open, files that the slice opens ahead of
// the program, and io_uring. None of these descriptors has a low number.
// Each file has six reads: a rank may come to a page before the slice does.
// RUN: %check-program --ranks 1,2 --expect 'files_opened_ahead>=4' --expect 'found>=50'
// RUN: %check-program --level O2 --ranks 1 --env FORESLICE_OPEN_AHEAD=0 --expect 'cache_reads>=8' --expect 'found>=50'
// RUN: %if mpich %{ %check-program --mpi mpich --ranks 1 --expect 'files_opened_ahead>=4' --expect 'found>=50' %}
#include "program.h"
#include <fcntl.h>

enum { Files = 12, Pieces = 6, Bytes = 4096, Kept = 3 };

/// Each open gives the lowest number that is free.
static uint64_t numbers(uint64_t d) {
  int kept[Kept];
  close(0);
  for (int i = 0; i < Kept; i++) {
    kept[i] = open("/dev/null", O_RDONLY);
    d = digest(d, &kept[i], sizeof kept[i]);
  }
  for (int i = 1; i < Kept; i++)
    close(kept[i]);
  return d;
}

static uint64_t readAll(uint64_t d) {
  static char b[Bytes];
  for (int i = 0; i < Files; i++) {
    char name[32];
    snprintf(name, sizeof name, "part%d", i);
    MPI_File fh;
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    for (int j = 0; j < Pieces; j++) {
      MPI_File_read_at(fh, (MPI_Offset)j * Bytes * 16, b, Bytes, MPI_BYTE,
                       MPI_STATUS_IGNORE);
      d = digest(d, b, Bytes);
    }
    usleep(3000);
    d = numbers(d);
    MPI_File_close(&fh);
    d = numbers(d);
  }
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (int i = 0; i < Files; i++) {
    char name[32];
    snprintf(name, sizeof name, "part%d", i);
    makeData(name, Pieces * Bytes * 16, 20 + i);
  }
  result(readAll(numbers(DIGEST_START)));
  MPI_Finalize();
}
