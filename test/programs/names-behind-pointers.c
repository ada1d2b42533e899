// File names that are made in memory from malloc. The slice makes them, too, and
// the program's stay its own.
// RUN: %check-program --expect 'found>=60' --expect 'pages_wasted<=3' --expect "cache_reads>=30" --expect "files_opened_ahead>=1"
// RUN: %if mpich %{ %check-program --expect 'found>=60' --expect 'pages_wasted<=3' --mpi mpich --expect "files_opened_ahead>=1" %}
#include "program.h"

enum { Files = 12, Pieces = 4 };

static uint64_t readParts(char *name) {
  uint64_t d = DIGEST_START;
  for (int i = Files - 1; i >= 0; i--) {
    char b[5000];
    MPI_File file;
    d = digest(d, name, 8);
    sprintf(name, "part%d", i);
    if (MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL,
                      &file) != MPI_SUCCESS)
      MPI_Abort(MPI_COMM_WORLD, 92);
    for (int j = 0; j < Pieces; j++) {
      MPI_File_read_at(file, j * 70000 + myRank() * 100, b, sizeof b, MPI_BYTE,
                       MPI_STATUS_IGNORE);
      d = digest(d, b, sizeof b);
      usleep(2000);
    }
    MPI_File_close(&file);
  }
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  char *name = (char *)calloc(1, 100);
  for (int i = 0; i < Files; i++) {
    sprintf(name, "part%d", i);
    makeData(name, 300000, 90 + i);
  }
  usleep(100000); // a file is opened ahead when it has not just been written
  MPI_File first = openFile("part0", MPI_MODE_RDONLY); // no launch before this
  MPI_File_close(&first);
  result(readParts(name));
  free(name);
  MPI_Finalize();
}
