// Blocks of even distance, each with a header that says where in the block its
// data are: headers of later blocks are fetched while one is waited for.
// REQUIRES: fuse
// RUN: %check-program --slow "--service-us 2000" --ranks 1,2 --expect 'dependent_reads>=50' \
// RUN:   --expect 'hits>=160'
#include "program.h"

enum { Blocks = 100, Size = 300000 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", Blocks * Size, 70);
  if (myRank() == 0) {
    FILE *f = fopen("data", "r+b");
    for (int64_t i = 0; i < Blocks; i++) {
      int64_t header[2] = {80000 + i * 7919 % 150000, 1000 + i * 31};
      fseek(f, i * Size, SEEK_SET);
      fwrite(header, sizeof header, 1, f);
    }
    fclose(f);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = digest(DIGEST_START, "", 0);
  for (int64_t i = 0; i < Blocks; i++) {
    int64_t header[2];
    char b[5000];
    MPI_File_read_at(fh, i * Size, header, 2, MPI_INT64_T, MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, i * Size + header[0], b, (int)header[1], MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, (size_t)header[1]);
    usleep(1000);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
