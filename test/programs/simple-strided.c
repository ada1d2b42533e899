// Each rank reads every size-th record.
// RUN: %check-program
// RUN: %if mpich %{ %check-program --mpi mpich %}
#include "program.h"

enum { RecordBytes = 16384, Records = 256 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", (size_t)Records * RecordBytes, 1);
  int rank = myRank(), size = worldSize();
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  static char buffer[RecordBytes];
  uint64_t d = DIGEST_START;
  for (int i = rank; i < Records; i += size) {
    MPI_Status status;
    MPI_File_read_at(fh, (MPI_Offset)i * RecordBytes, buffer, RecordBytes,
                     MPI_BYTE, &status);
    d = digestStatus(digest(d, buffer, RecordBytes), &status);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
