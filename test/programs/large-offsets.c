// Offsets beyond 2 and 4 GiB in a sparse file.
// RUN: %check-program
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const MPI_Offset step = 157 << 20;
  MPI_File fh = openFile("sparse", MPI_MODE_CREATE | MPI_MODE_RDWR);
  if (myRank() == 0)
    for (int i = 0; i < 32; i++) {
      char mark[64];
      memset(mark, 'a' + i, sizeof mark);
      MPI_File_write_at(fh, i * step, mark, sizeof mark, MPI_BYTE,
                        MPI_STATUS_IGNORE);
    }
  MPI_File_sync(fh);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(fh);
  char b[8192];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 32; i++) {
    MPI_Status status;
    MPI_File_read_at(fh, i * step, b, sizeof b, MPI_BYTE, &status);
    int bytes;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    d = digest(digest(d, &bytes, sizeof bytes), b, bytes);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
