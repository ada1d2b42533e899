// Records that are read by a descriptor's duplicates, while the descriptor
// itself is moved from record to record. The duplicates are a stream of a new
// descriptor for each record, and a descriptor from before the region.
// RUN: %check-program --expect 'reads_posted>=30' --expect 'slice_moves<=2'
#define _GNU_SOURCE
#include "posix.h"

enum { Record = 8192, Stride = 98304, Records = 30 };

int main(void) {
  makeData("data", (size_t)Stride * Records, 6);
  static unsigned char b[Record];
  uint64_t d = DIGEST_START;
  int fd = open("data", O_RDONLY), twin = dup(fd);
  if (fd < 0 || twin < 0)
    return 1;
  for (int i = 0; i < Records; i++) {
    lseek(fd, (long)i * Stride + 100, SEEK_SET);
    off_t at = lseek(fd, 0, SEEK_CUR);
    FILE *f = fdopen(dup(fd), "rb");
    if (!f || fseeko(f, at, SEEK_SET))
      exit(2);
    d = digest(d, b, fread(b, 1, Record, f));
    fclose(f);
  }
  for (int i = 0; i < Records; i++) {
    lseek(fd, (long)i * Stride + 40000, SEEK_SET);
    d = digest(d, b, (size_t)read(twin, b, Record));
  }
  result(d);
}
