// A volume is looked at in slices of all three directions: planes, rows of
// planes, and single values far apart.
// RUN: %check-program --slices 1 --expect 'reads_posted>=20' --expect 'hits>=1'
#include "posix.h"

enum { N = 48, Cell = 8, Step = 7 };

static unsigned char plane[N][N][Cell];

static off_t place(int x, int y, int z) {
  return 256 + (((off_t)z * N + y) * N + x) * Cell;
}

static void get(int fd, void *into, size_t bytes, off_t at) {
  if (pread(fd, into, bytes, at) != (ssize_t)bytes)
    exit(2);
}

int main(void) {
  makeData("volume", 256 + (size_t)N * N * N * Cell, 12);
  int fd = open("volume", O_RDONLY);
  uint64_t d = DIGEST_START;
  for (int direction = 0; direction < 3; direction++)
    for (int s = 0; s < N; s += Step) {
      if (direction == 0)
        get(fd, plane, sizeof plane, place(0, 0, s));
      else
        for (int z = 0; z < N; z++)
          if (direction == 1)
            get(fd, plane[z], sizeof plane[z], place(0, s, z));
          else
            for (int y = 0; y < N; y += 4)
              get(fd, plane[z][y], Cell, place(s, y, z));
      d = digest(d, plane, sizeof plane);
    }
  close(fd);
  result(d);
}
