// A matrix on disk is transposed in place, two tiles at a time, as between the
// two passes of a Fourier transform that does not fit in memory.
// RUN: %check-program --expect 'reads_posted>=3'
#include "posix.h"

enum { Tiles = 8, Side = 32, N = Tiles * Side };
typedef double tile[Side][Side];

static void getTile(int fd, int i, int j, tile t) {
  for (int r = 0; r < Side; r++)
    if (pread(fd, t[r], sizeof t[r],
              ((off_t)(i * Side + r) * N + j * Side) * 8) != sizeof t[r])
      exit(2);
}

static void putTile(int fd, int i, int j, tile t) {
  for (int r = 0; r < Side; r++)
    if (pwrite(fd, t[r], sizeof t[r],
               ((off_t)(i * Side + r) * N + j * Side) * 8) != sizeof t[r])
      exit(3);
}

static void turn(tile t, tile into) {
  for (int r = 0; r < Side; r++)
    for (int c = 0; c < Side; c++)
      into[c][r] = t[r][c];
}

int main(void) {
  makeData("matrix", (size_t)N * N * 8, 13);
  int fd = open("matrix", O_RDWR);
  static tile a, b, c;
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Tiles; i++)
    for (int j = i; j < Tiles; j++) {
      getTile(fd, i, j, a);
      d = digest(d, a, sizeof a);
      turn(a, c);
      if (i != j) {
        getTile(fd, j, i, b);
        turn(b, a);
        putTile(fd, i, j, a);
      }
      putTile(fd, j, i, c);
    }
  for (off_t row = 0; row < N; row++) {
    static double line[N];
    if (pread(fd, line, sizeof line, row * N * 8) != sizeof line)
      exit(4);
    d = digest(d, line, sizeof line);
  }
  close(fd);
  result(d);
}
