// Each open of a file throws away what the kernel has of it, as FUSE does without
// keep_cache. The slice opens one file ahead, sees it, and leaves the others alone. Where
// the pages outlive an open, the slice goes on.
// REQUIRES: fuse
// RUN: %check-program --slow "--service-us 500 --kernel-cache --drop-at-open" --unserved "opening a file costs its pages" --expect 'files_opened_ahead<=0' --expect 'pages_prefetched<=0' --expect 'storage_reads<=0'
// RUN: %check-program --slow "--service-us 500 --kernel-cache" --expect 'files_opened_ahead>=10' --expect 'pages_prefetched>=10'
#include "posix.h"

enum { Block = 4096, Files = 40 };

static char b[Block];

int main(void) {
  char name[32];
  for (unsigned i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part.%u", i);
    makeData(name, 2 * Block, i);
  }
  uint64_t d = DIGEST_START;
  for (unsigned i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part.%u", i);
    int fd = open(name, O_RDONLY);
    for (int k = 0; k < 2; k++)
      if (read(fd, b, sizeof b) == sizeof b)
        d = digest(d, b, sizeof b);
    close(fd);
  }
  result(d);
}
