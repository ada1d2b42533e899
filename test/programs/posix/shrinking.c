// A file becomes shorter, and longer again, while it is read.
// RUN: %check-program --expect 'reads_posted>=1'
#include "posix.h"

enum { Block = 16384, Blocks = 60 };

int main(void) {
  makeData("data", (size_t)Block * Blocks, 15);
  int fd = open("data", O_RDWR), other = open("data", O_RDONLY);
  static char b[Block];
  uint64_t d = DIGEST_START;
  ssize_t n;
  int reads = 0;
  while ((n = read(other, b, sizeof b)) > 0) {
    d = digest(d, b, (size_t)n);
    reads++;
    if (reads == 10 && ftruncate(fd, Block * 25 + 100))
      return 1;
    if (reads == 20 && ftruncate(fd, Block * 30 + 7))
      return 2;
    if (reads == 28 && ftruncate(fd, Block * 3))
      return 3;
  }
  printf("%d reads, at %ld\n", reads, (long)lseek(other, 0, SEEK_CUR));
  result(d);
}
