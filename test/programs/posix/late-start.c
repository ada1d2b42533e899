// A slice that is held back, since the first files are in memory, starts when
// the program comes to files that are not.
// REQUIRES: fuse
// RUN: %check-program --slow "--kernel-cache --service-us 500" --env FORESLICE_ALWAYS=0 --expect 'slices_not_needed==0' --expect 'pages_prefetched>=10'
#include "posix.h"

enum { InMemory = 10, Files = 40, Bytes = 50000 };

int main(void) {
  char name[32];
  for (unsigned i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part.%u", i);
    makeData(name, Bytes, i);
    int fd = open(name, O_RDWR);
    if (i >= InMemory &&
        (fsync(fd) || posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED)))
      exit(2);
    close(fd);
  }
  static char b[4096];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part.%d", i);
    int fd = open(name, O_RDONLY);
    ssize_t n;
    while ((n = read(fd, b, sizeof b)) > 0)
      d = digest(d, b, (size_t)n);
    close(fd);
    usleep(2000);
  }
  result(d);
}
