// Blocks in no order, each with a header that says where its data are: headers
// of later blocks are fetched while one is waited for, at explicit offsets and
// at the individual pointer, and although a header may end the loop.
// REQUIRES: fuse
// RUN: %check-program --slow "--service-us 2000" --ranks 1,2 --expect 'reads_scouted>=60' \
// RUN:   --expect 'dependent_reads>=80' --expect 'hits>=100'
// RUN: %if mpich %{ %check-program --mpi mpich --slow "--service-us 2000" --ranks 1 --expect 'reads_scouted>=60' %}
#include "program.h"

enum { Blocks = 101, Size = 200000, Last = 90 };

static int64_t place(int64_t i) { return i * 37 % Blocks * Size; }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", Blocks * Size, 71);
  if (myRank() == 0) {
    FILE *f = fopen("data", "r+b");
    for (int64_t i = 0; i < Blocks; i++) {
      int64_t header[2] = {70000 + i * 7919 % 100000,
                           i == Last ? 0 : 1000 + i * 31};
      fseek(f, place(i), SEEK_SET);
      fwrite(header, sizeof header, 1, f);
    }
    fclose(f);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = digest(DIGEST_START, "", 0);
  int64_t header[2];
  char b[5000];
  for (int64_t i = 0; i < Blocks; i++) {
    MPI_File_read_at(fh, place(i), header, 2, MPI_INT64_T, MPI_STATUS_IGNORE);
    if (header[1] == 0)
      break;
    MPI_File_read_at(fh, place(i) + header[0], b, (int)header[1], MPI_BYTE,
                     MPI_STATUS_IGNORE);
    d = digest(d, b, (size_t)header[1]);
    usleep(500);
  }
  for (int64_t i = Blocks - 1; i > Last; i--) {
    MPI_File_seek(fh, place(i), MPI_SEEK_SET);
    MPI_File_read(fh, header, 2, MPI_INT64_T, MPI_STATUS_IGNORE);
    MPI_File_seek(fh, header[0], MPI_SEEK_CUR);
    MPI_File_read(fh, b, (int)header[1], MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, (size_t)header[1]);
    usleep(500);
  }
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
