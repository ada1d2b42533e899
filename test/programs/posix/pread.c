// Reads records in the order of a formula, by pread.
// RUN: %check-program --expect 'reads_posted>=30' --expect 'hits>=20'
#include "posix.h"

enum { Record = 65536, Records = 40 };

int main(void) {
  makeData("data", Record * Records, 1);
  static char b[Record];
  uint64_t d = DIGEST_START;
  int fd = open("data", O_RDONLY);
  if (fd < 0)
    return 1;
  for (long i = 0; i < Records; i++) {
    if (pread(fd, b, Record, i * 7 % Records * Record) != Record)
      exit(2);
    d = digest(d, b, Record);
  }
  close(fd);
  result(d);
}
