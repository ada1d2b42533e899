// A log is read from its begin while the same descriptor appends to it: a write
// moves the position to the end.
// RUN: %check-program --expect 'reads_posted>=2'
#include "posix.h"

enum { Record = 4096, Records = 30 };

int main(void) {
  makeData("log", (size_t)Record * Records, 17);
  int fd = open("log", O_RDWR | O_APPEND);
  static char b[Record];
  uint64_t d = DIGEST_START;
  off_t at = 0;
  for (int i = 0; i < Records; i++) {
    lseek(fd, at, SEEK_SET);
    ssize_t n = read(fd, b, sizeof b);
    d = digest(d, b, n > 0 ? (size_t)n : 0);
    at = lseek(fd, 0, SEEK_CUR);
    if (i % 3 == 0 && write(fd, b, Record / 2) != Record / 2)
      return 1;
    if (i % 5 == 0)
      printf("at %ld\n", (long)lseek(fd, 0, SEEK_CUR));
  }
  // Where the descriptor stands: a read begins where the appended data end.
  for (int i = 0; i < 4; i++) {
    if (write(fd, &d, sizeof d) != sizeof d)
      return 2;
    printf("%zd behind the end\n", read(fd, b, sizeof b));
  }
  close(fd);
  result(d);
}
