// On a file system of which the kernel keeps nothing in memory, the slice does
// not read what the program has to read once more: of a chain of places in a
// file, and of files one after the other.
// REQUIRES: fuse
// RUN: %check-program --slow "--service-us 500" --unserved "the kernel keeps nothing" --expect 'dependent_reads<=20' --expect 'storage_reads<=120'
#include "posix.h"

enum { Block = 4096, Blocks = 200, Files = 40 };

static char b[Block];

static uint64_t follow(const char *name, uint64_t d) {
  int fd = open(name, O_RDONLY);
  uint32_t at = 0;
  for (int i = 0; i < 100; i++) {
    if (pread(fd, b, sizeof b, (off_t)(at % Blocks) * Block) != sizeof b)
      exit(2);
    d = digest(d, b, sizeof b);
    memcpy(&at, b + 8, sizeof at);
  }
  close(fd);
  return d;
}

int main(void) {
  char name[32];
  makeData("chain", (size_t)Block * Blocks, 22);
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
  result(follow("chain", d));
}
