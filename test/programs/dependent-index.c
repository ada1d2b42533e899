// An index says where the rows are: the slice reads the index, the main thread
// finds its rows in the cache.
// REQUIRES: fuse
// RUN: %check-program --slow "--service-us 500" --expect 'dependent_reads>=60' \
// RUN:   --expect 'cache_reads>=80' --expect 'slice_faults==0'
#include "program.h"

enum { Rows = 64 };
struct entry {
  int64_t at;
  int32_t bytes, next;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", Rows * 70000, 5);
  if (myRank() == 0) {
    FILE *f = fopen("index", "wb");
    for (int i = 0; i < Rows; i++) {
      struct entry e = {(i * 29) % Rows * 70000, 1000 + i * 613 % 60000,
                        (i + 7) % Rows};
      fwrite(&e, sizeof e, 1, f);
    }
    fclose(f);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File index = openFile("index", MPI_MODE_RDONLY);
  MPI_File data = openFile("data", MPI_MODE_RDONLY);
  char *buffer = malloc(70000);
  uint64_t d = DIGEST_START;
  int row = myRank();
  for (int i = 0; i < Rows; i++) {
    struct entry *e = (struct entry *)buffer;
    MPI_File_read_at(index, row * (int)sizeof *e, e, sizeof *e, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    int bytes = e->bytes;
    row = e->next;
    MPI_File_read_at(data, e->at, buffer, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, buffer, bytes);
    usleep(500);
  }
  free(buffer);
  MPI_File_close(&index);
  MPI_File_close(&data);
  result(d);
  MPI_Finalize();
}
