// Phases that compute and read in turn: while one computes, the slice fetches
// what the next reads. The parameters are set before the files are opened.
// RUN: %check-program --expect 'found>=80' --expect "cache_reads>=60"
// RUN: %check-program --expect 'found>=80' --slow "--service-us 2000" --ranks 1,2 --expect "hits>=50"
#include "program.h"

struct parameters {
  int Steps, Bytes;
  MPI_Offset Strides[4];
};

static void choose(struct parameters *p, int argc) {
  p->Steps = 20 * argc;
  p->Bytes = 4000;
  for (int i = 0; i < 4; i++)
    p->Strides[i] = 8000 * (i + 1) * argc;
}

static uint64_t phase(MPI_File fh, const struct parameters *p, int stride,
                      uint64_t d) {
  char b[4000];
  for (int i = 0; i < p->Steps; i++) {
    MPI_File_read_at(fh, i * p->Strides[stride] + myRank(), b, p->Bytes,
                     MPI_BYTE, MPI_STATUS_IGNORE);
    d = digest(d, b, sizeof b);
  }
  return d;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  struct parameters p;
  choose(&p, argc);
  makeData("data", 900000, 61);
  makeData("late", 400000, 62);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  uint64_t d = DIGEST_START;
  usleep(30000);
  d = phase(fh, &p, 0, d);
  usleep(30000);
  d = phase(fh, &p, 3, d);
  MPI_File_close(&fh);
  fh = openFile("late", MPI_MODE_RDONLY);
  usleep(30000);
  d = phase(fh, &p, 1, d);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
