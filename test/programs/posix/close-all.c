// The program closes all descriptors but the first three in the middle of the
// region, and sees the numbers that it would see without the run time.
// RUN: %check-program --flag=-D_GNU_SOURCE --expect 'files_opened_ahead>=1'
#include "posix.h"

enum { Block = 65536, Blocks = 20 };

int main(void) {
  makeData("a", Block * Blocks, 6);
  makeData("b", Block * Blocks, 7);
  static char b[Block];
  uint64_t d = DIGEST_START;
  for (int round = 0; round < 4; round++) {
    const char *name = round % 2 ? "b" : "a";
    int fd = open(name, O_RDONLY);
    printf("descriptor %d\n", fd);
    for (int i = 0; i < Blocks; i++) {
      ssize_t n = read(fd, b, Block);
      d = digest(d, b, n > 0 ? (size_t)n : 0);
      if (i == 10 && round == 1) {
        closefrom(3);
        break;
      }
    }
  }
  result(d);
}
