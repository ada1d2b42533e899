// Nonblocking reads and the shared pointer beside the reads of the slice.
// RUN: %check-program
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 1 << 20, 50);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  char b[3][4096];
  uint64_t d = DIGEST_START, shared = 0;
  for (int i = 0; i < 100; i++) {
    MPI_Request request;
    MPI_File_iread_at(fh, (i + 50) * 4096, b[0], 4096, MPI_BYTE, &request);
    MPI_File_read_at(fh, i * 4096, b[1], 4096, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_read_shared(fh, b[2], 1024, MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    d = digest(d, b, 2 * 4096);
    // Which rank gets which part is open: what all got together is not.
    shared += digest(DIGEST_START, b[2], 1024);
  }
  uint64_t all;
  MPI_Allreduce(&shared, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  MPI_File_close(&fh);
  result(d + all);
  MPI_Finalize();
}
