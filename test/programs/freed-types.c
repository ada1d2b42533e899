// A datatype for each view, freed before the slice may have come to it.
// RUN: %check-program
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 71);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[3000];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 60; i++) {
    MPI_Datatype run, strided;
    MPI_Type_contiguous(100 + i, MPI_BYTE, &run);
    MPI_Type_create_resized(run, 0, 300 + i, &strided);
    MPI_Type_commit(&strided);
    MPI_File_set_view(fh, i * 4096 + myRank(), MPI_BYTE, strided, "native",
                      MPI_INFO_NULL);
    MPI_Type_free(&run);
    MPI_Type_free(&strided);
    MPI_File_read(fh, b, sizeof b, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
