// Reads at the descriptor's position, and writes behind each read by pwritev2
// at -1, which moves the position.
// RUN: %check-program --expect 'reads_posted>=30' --expect 'hits>=24'
#define _GNU_SOURCE
#include "posix.h"
#include <sys/uio.h>

enum { Record = 65536, Records = 40 };

int main(void) {
  makeData("data", 2 * Record * Records, 2);
  static char b[Record];
  uint64_t d = DIGEST_START;
  int fd = open("data", O_RDWR);
  if (fd < 0)
    return 1;
  for (int i = 0; i < Records; i++) {
    if (read(fd, b, Record) != Record)
      exit(2);
    d = digest(d, b, Record);
    struct iovec part = {b, Record};
    if (pwritev2(fd, &part, 1, -1, 0) != Record)
      exit(3);
  }
  printf("%ld at the end\n", (long)lseek(fd, 0, SEEK_CUR));
  close(fd);
  result(d);
}
