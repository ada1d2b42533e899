// Mapped files: the run time sees no load, and looks at each file as the program maps
// it. The slice starts when one is not in memory. A thread less: putc() takes no locks.
// REQUIRES: fuse
// RUN: %check-program --env FORESLICE_ALWAYS=0 --flag=-DFILES=3 --expect 'slices_not_needed==1' --expect 'pages_prefetched==0' --expect 'found>=0'
// A mapping that is longer than the file:
// RUN: %check-program --env FORESLICE_ALWAYS=0 --flag=-DFILES=3 --flag=-DMAPPED=900000 --expect 'slices_not_needed==1' --expect 'pages_prefetched==0' --expect 'found>=0'
// RUN: %check-program --slow "--kernel-cache --service-us 500" --env FORESLICE_ALWAYS=0 --flag=-DFILES=8 --expect 'slices_not_needed==0' --expect 'launches>=1' --expect 'found>=0'
#include "posix.h"

#include <sys/mman.h>

enum { InMemory = 3, Files = FILES, Bytes = 300000 };

#ifndef MAPPED
#define MAPPED Bytes
#endif

static void nameOf(char *name, size_t room, int i) {
  snprintf(name, room, "part.%d", i);
}

int main(void) {
  char name[32];
  for (int i = 0; i < Files; i++) {
    nameOf(name, sizeof name, i);
    makeData(name, Bytes, (unsigned)i);
    int fd = open(name, O_RDONLY);
    if (i >= InMemory &&
        (fsync(fd) || posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED)))
      return 2;
    close(fd);
  }
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Files; i++) {
    nameOf(name, sizeof name, i);
    int fd = open(name, O_RDONLY);
    const unsigned char *p = mmap(NULL, MAPPED, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p == MAP_FAILED || close(fd) != 0)
      return 3;
    for (size_t k = 0; k < Bytes; k++)
      d = d * 31 + p[k];
    munmap((void *)p, MAPPED);
    usleep(2000);
  }
  result(d);
}
