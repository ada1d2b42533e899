// Headers in no order that point to anything: to nothing, to zero bytes, beyond
// 3 GiB, across the end of the file and past it, before its begin, to where no
// file ends, and to a table that is missing. Scouts run ahead among them.
// RUN: %check-program --expect 'missed<=6' --ranks 1,2 --expect 'reads_scouted>=60' --expect 'slices_diverged==0'
// RUN: %check-program --expect 'missed<=6' --ranks 8 --expect 'slices_diverged==0'
// RUN: %if mpich %{ %check-program --expect 'missed<=6' --mpi mpich --ranks 2 --expect 'reads_scouted>=60' %}
#include "program.h"

enum { Headers = 60, Rows = 7 };
static const int64_t Far = 3LL << 30, End = (3LL << 30) + 500000;

struct header {
  int64_t at, count, row;
};

static int64_t place(int64_t i) {
  int64_t at = i * 37 % Headers * 100000;
  return i % 5 == 4 ? Far + i * 7000 : at;
}

static struct header make(int64_t i) {
  static const int64_t Places[] = {
      50000, 3000000, (3LL << 30) + 131, (3LL << 30) + 499000,
      (3LL << 30) + 500000, 1LL << 40, -8, INT64_MAX - 3, 17};
  struct header h = {Places[i % 9], i % 11 == 3 ? 0 : 100 + i * 60,
                     i % 4 ? i % Rows : -1};
  return h;
}

static uint64_t readAll(MPI_File fh, int n, int64_t *const *rows) {
  uint64_t d = DIGEST_START;
  char b[4096];
  for (int i = 0; i < n; i++) {
    struct header h;
    MPI_Status status;
    MPI_File_read_at(fh, place(i), &h, sizeof h, MPI_BYTE, &status);
    d = digestStatus(d, &status);
    memset(b, 1, sizeof b);
    if (MPI_File_read_at(fh, h.at, b, (int)h.count, MPI_BYTE, &status) ==
        MPI_SUCCESS)
      d = digestStatus(d, &status);
    d = digest(d, b, sizeof b);
    int64_t next = 0;
    if (h.row >= 0 && rows[h.row])
      MPI_File_read_at(fh, *rows[h.row], &next, sizeof next, MPI_BYTE,
                       MPI_STATUS_IGNORE);
    MPI_File_read_at(fh, next & 0xfffff, b, 100, MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, 100);
    usleep(200);
  }
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 6000000, 81);
  if (myRank() == 0) {
    FILE *f = fopen("data", "r+b");
    if (!f || ftruncate(fileno(f), End))
      MPI_Abort(MPI_COMM_WORLD, 92);
    for (int64_t i = 0; i < Headers; i++) {
      struct header h = make(i);
      fseek(f, place(i), SEEK_SET);
      fwrite(&h, sizeof h, 1, f);
    }
    fclose(f);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  int64_t at[Rows], *rows[Rows];
  for (int i = 0; i < Rows; i++) {
    at[i] = 40000 + i * 100000;
    rows[i] = i == 5 ? NULL : &at[i];
  }
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = readAll(fh, 0, rows); // a loop that never runs
  d ^= readAll(fh, 1, rows);
  d ^= readAll(fh, Headers, rows);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
