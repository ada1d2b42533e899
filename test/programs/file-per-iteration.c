// Each iteration opens a file of a computed name, reads it in pieces through a
// view and closes it; another one, open all the time, is read beside it.
// RUN: %check-program --expect 'found>=60' --expect 'pages_wasted<=3' --expect "cache_reads>=60" --expect "files_opened_ahead>=1"
// RUN: %if mpich %{ %check-program --expect 'found>=60' --expect 'pages_wasted<=3' --mpi mpich --expect "cache_reads>=60" --expect "files_opened_ahead>=1" %}
#include "program.h"

enum { Files = 8, Pieces = 12, Bytes = 8192 };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  char name[32], b[Bytes];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part%d", i);
    makeData(name, 1 << 20, 80 + i);
  }
  makeData("index", 1 << 20, 79);
  MPI_File index = openFile("index", MPI_MODE_RDONLY);
  uint64_t d = digest(DIGEST_START, "", 0);
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part%d", i);
    MPI_File fh;
    MPI_File_read_at(index, i * 32768, b, 100, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, 100);
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh);
    MPI_File_set_view(fh, myRank() * 16384, MPI_BYTE, MPI_BYTE, "native",
                      MPI_INFO_NULL);
    for (int j = 0; j < Pieces; j++) {
      MPI_File_seek(fh, j * 65536, MPI_SEEK_SET);
      MPI_File_read(fh, b, Bytes, MPI_BYTE, MPI_STATUS_IGNORE);
      if (j == 0)
        usleep(5000);
      d = digest(d, b, Bytes);
    }
    MPI_File_close(&fh);
  }
  MPI_File_close(&index);
  result(d);
  MPI_Finalize();
}
