// Files that a slice opens ahead of the program, which changes some of them,
// replaces, removes and makes others before it opens them.
// RUN: %check-program --unserved "most files change after the slice has opened them" --expect "files_opened_ahead>=5" --expect "slices_unknown_handle>=0"
// RUN: %if mpich %{ %check-program --unserved "most files change after the slice has opened them" --mpi mpich --expect "files_opened_ahead>=5" --expect "slices_unknown_handle>=0" %}
#include "program.h"

enum { Files = 40, Bytes = 20000 };

/// Changes file i before it is opened, or leaves it.
static void change(const char *name, int i) {
  char other[64];
  if (myRank() == 0)
    switch (i % 8) {
    case 1: {
      FILE *file = fopen(name, "r+");
      fputs("changed in place", file);
      fclose(file);
      break;
    }
    case 3:
      snprintf(other, sizeof other, "%s.new", name);
      rename(other, name);
      break;
    case 5:
      if (i == 37)
        remove(name);
      break;
    case 7:
      fclose(fopen(name, "w"));
      break;
    }
  MPI_Barrier(MPI_COMM_WORLD);
}

static uint64_t readFile(const char *name, uint64_t d) {
  char b[1000];
  MPI_File fh;
  MPI_Status status;
  MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
  if (MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL,
                    &fh) != MPI_SUCCESS)
    return digest(d, "missing", 7);
  for (int j = 0; j < Bytes / 1000; j++) {
    memset(b, 0, sizeof b);
    MPI_File_read_at(fh, j * 1000 + myRank(), b, 1000, MPI_BYTE, &status);
    d = digestStatus(digest(d, b, sizeof b), &status);
  }
  MPI_File_close(&fh);
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  char name[64];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part%d", i);
    makeData(name, Bytes, 90 + i);
    strcat(name, ".new");
    makeData(name, Bytes, 190 + i);
  }
  uint64_t d = DIGEST_START;
  usleep(50000);
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part%d", i);
    change(name, i);
    d = readFile(name, d);
    usleep(2000);
  }
  result(d);
  MPI_Finalize();
}
