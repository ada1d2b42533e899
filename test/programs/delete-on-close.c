// A scratch file that is gone when it is closed, again and again.
// RUN: %check-program --expect 'missed<=4' --slices 1
#include "program.h"

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  uint64_t d = DIGEST_START;
  for (int round = 0; round < 3; round++) {
    MPI_File fh = openFile("scratch", MPI_MODE_CREATE | MPI_MODE_RDWR |
                                          MPI_MODE_DELETE_ON_CLOSE);
    uint64_t b[1000];
    for (int i = 0; i < 50; i++) {
      for (int j = 0; j < 1000; j++)
        b[j] = round + i * j + myRank();
      MPI_File_write_at(fh, (myRank() * 50 + i) * sizeof b, b, 1000,
                        MPI_UINT64_T, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < 50; i++) {
      MPI_File_read_at(fh, (myRank() * 50 + i) * sizeof b, b, 1000,
                       MPI_UINT64_T, MPI_STATUS_IGNORE);
      d = digest(d, b, sizeof b);
    }
    MPI_File_seek(fh, 0, MPI_SEEK_SET);
    for (int i = 0; i < 10; i++) {
      MPI_File_read(fh, b, 0, MPI_UINT64_T, MPI_STATUS_IGNORE);
      MPI_File_seek(fh, i, MPI_SEEK_CUR);
    }
    MPI_File_close(&fh);
    d += access("scratch", F_OK) == 0;
    MPI_Barrier(MPI_COMM_WORLD);
  }
  result(d);
  MPI_Finalize();
}
