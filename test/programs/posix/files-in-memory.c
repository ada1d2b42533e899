// All files are in memory: the slice that says which ones are opened next ends
// after a few of them.
// RUN: %check-program --slices=0 --expect 'launches>=1' \
// RUN:   --env FORESLICE_ALWAYS=0 --expect 'slices_astray>=1' \
// RUN:   --expect 'files_opened_ahead<=16' --expect 'pages_prefetched==0'
#include "posix.h"

enum { Files = 200, Most = 512 };

static uint64_t scan(int fd) {
  unsigned char b[Most];
  uint64_t d = DIGEST_START;
  size_t next = 64;
  for (ssize_t n; (n = read(fd, b, next)) > 0;) {
    d = digest(d, b, (size_t)n);
    double w = 1;
    for (ssize_t i = 0; i < n; i++)
      w = w * 0.5 + b[i];
    next = 1 + (size_t)(w * 8) % Most;
  }
  return d;
}

int main(void) {
  static char names[Files][16];
  for (unsigned i = 0; i < Files; i++) {
    snprintf(names[i], sizeof names[i], "data.%u", i);
    makeData(names[i], 3000, i);
  }
  uint64_t d = 0;
  for (unsigned i = 0; i < Files; i++) {
    int fd = open(names[i], O_RDONLY);
    d ^= scan(fd);
    close(fd);
    usleep(50);
  }
  printf("%llx\n", (unsigned long long)d);
}
