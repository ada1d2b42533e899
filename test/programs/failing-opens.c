// Every third file is not there: the program goes on to the next, and so does
// the slice, whatever it thinks of the missing one.
// RUN: %check-program
// RUN: %if mpich %{ %check-program --mpi mpich %}
#include "program.h"

enum { Files = 12, Bytes = 20000 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  char name[64], b[1000];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part%d", i);
    if (i % 3 != 1)
      makeData(name, Bytes, 90 + i);
  }
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Files; i++) {
    MPI_File fh;
    MPI_Status status;
    snprintf(name, sizeof name, "part%d", (i + myRank()) % Files);
    if (MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL,
                      &fh) != MPI_SUCCESS) {
      d = digest(d, "missing", 7);
      continue;
    }
    for (int j = 0; j < Bytes / 1000; j++) {
      MPI_File_read_at(fh, j * 1000, b, 1000, MPI_BYTE, &status);
      d = digestStatus(digest(d, b, sizeof b), &status);
    }
    MPI_File_close(&fh);
  }
  result(d);
  MPI_Finalize();
}
