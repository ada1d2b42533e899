// What is read of a file is decided by a computation that no slice repeats, so
// that the slice goes from file to file. The files are streams: the slice waits
// for the second one that is not in memory. Until then no thread makes the
// program's calls of stdio lock. The loop over an index in memory has a slice of
// its own, which is not needed.
// REQUIRES: fuse
// RUN: %check-program --unserved "in memory" --env FORESLICE_ALWAYS=0 --flag=-DFILES=30 --flag=-DON_STORAGE=0 --expect 'slices_not_needed==2' --expect 'files_opened_ahead==0'
// RUN: %check-program --unserved "one file" --slow "--kernel-cache --service-us 500" --env FORESLICE_ALWAYS=0 --flag=-DFILES=1 --flag=-DON_STORAGE=1 --expect 'slices_not_needed>=1' --expect 'files_opened_ahead==0'
// RUN: %check-program --unserved "reads of streams are not counted" --slow "--kernel-cache --service-us 500" --env FORESLICE_ALWAYS=0 --flag=-DFILES=40 --flag=-DON_STORAGE=40 --expect 'slices_not_needed<=1' --expect 'files_opened_ahead>=5'
#include "posix.h"

enum { Files = FILES, OnStorage = ON_STORAGE, Most = 4096 };

static uint64_t scan(FILE *f) {
  static unsigned char b[Most];
  uint64_t d = DIGEST_START;
  size_t next = 64;
  for (size_t n; (n = fread(b, 1, next, f)) > 0;) {
    d = digest(d, b, n);
    double w = 1;
    for (size_t i = 0; i < n; i++)
      w = w * 0.5 + b[i];
    next = 1 + (size_t)(w * 8) % Most;
  }
  return d;
}

static uint64_t takeIndex(uint64_t d) {
  static unsigned char b[512];
  int fd = open("index", O_RDONLY);
  if (fd < 0)
    exit(2);
  for (int i = 0; i < 6; i++) {
    if (pread(fd, b, sizeof b, i * 3000) != sizeof b)
      break;
    d = digest(d, b, sizeof b);
  }
  close(fd);
  return d;
}

int main(void) {
  makeData("index", 20000, 1);
  static char names[Files][16];
  for (unsigned i = 0; i < Files; i++) {
    snprintf(names[i], sizeof names[i], "data.%u", i);
    makeData(names[i], 20000 + 1000 * i, i);
    int fd = open(names[i], O_RDONLY);
    if (fd < 0 || (i < OnStorage && (fsync(fd) || posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED))))
      return 2;
    close(fd);
  }
  usleep(20000);
  uint64_t d = takeIndex(0);
  for (unsigned i = 0; i < Files; i++) {
    FILE *f = fopen(names[i], "r");
    if (!f)
      return 2;
    d = d * 31 ^ scan(f);
    fclose(f);
    usleep(300);
  }
  printf("%llx\n", (unsigned long long)d);
}
