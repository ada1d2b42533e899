// Reads at the descriptor's position, which a seek moves backwards each time;
// the launch finds the position where a read before has left it.
// RUN: %check-program --expect 'reads_posted>=30' --expect 'hits>=20'
#include "posix.h"

enum { Record = 65536, Records = 40 };

int main(void) {
  makeData("data", 512 + Record * Records, 2);
  static char b[Record];
  uint64_t d = DIGEST_START;
  int fd = open("data", O_RDONLY);
  if (fd < 0 || read(fd, b, 512) != 512)
    return 1;
  off_t end = lseek(fd, 0, SEEK_END);
  for (off_t at = end - Record; at >= 512; at -= Record) {
    lseek(fd, at, SEEK_SET);
    ssize_t n = read(fd, b, Record);
    if (n != Record)
      exit(2);
    d = digest(d, b, (size_t)n);
  }
  printf("%ld left\n", (long)lseek(fd, 0, SEEK_CUR));
  close(fd);
  result(d);
}
