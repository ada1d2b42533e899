// The file shrinks and grows between runs of one region: what was cut off reads
// as zeros, or not at all.
// RUN: %check-program
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 33);
  MPI_File fh = openFile("data", MPI_MODE_RDWR);
  const MPI_Offset sizes[] = {1 << 20, 500001, 900000, 10};
  uint64_t d = DIGEST_START;
  for (int s = 0; s < 4; s++) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_set_size(fh, sizes[s]);
    MPI_File_sync(fh);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 100; i++) {
      char b[10000];
      MPI_Status status;
      int bytes;
      MPI_File_read_at(fh, i * 10000, b, sizeof b, MPI_BYTE, &status);
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      d = digest(digest(d, &bytes, sizeof bytes), b, bytes);
    }
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
