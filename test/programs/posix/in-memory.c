// The operating system has all files in memory: no slice starts, unless the
// program loses its core during two reads of each of the regions.
// RUN: %check-program --unserved "the data are in memory, so that the slice is held back" --env FORESLICE_ALWAYS=0 --expect 'slices_not_needed>=1'
#include "posix.h"

enum { Files = 20, Regions = 5, Bytes = 10000 };

static uint64_t __attribute__((noinline)) readAll(uint64_t d) {
  static char b[4096];
  char name[32];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part.%d", i);
    int fd = open(name, O_RDONLY);
    ssize_t n;
    while ((n = read(fd, b, sizeof b)) > 0)
      d = digest(d, b, (size_t)n);
    close(fd);
  }
  return d;
}

int main(void) {
  char name[32];
  for (unsigned i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part.%u", i);
    makeData(name, Bytes, i);
  }
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Regions; i++)
    d = readAll(d);
  result(d);
}
