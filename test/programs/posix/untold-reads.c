// Reads that have nothing to tell are counted and not looked at, also while the
// slice runs: those that the buffer of a stream serves, of however many streams
// in turns, and those that stay in the page of the last one. The run time's
// looks are counted by fstat on the program's thread, and what it works there by
// pthread_setcancelstate, in a library before libc. A look at the file that the last
// look was at takes no fstat.
// RUN: %real-clang -O1 -shared -fPIC %S/../Inputs/counted_calls.c -o %t.so
// RUN: %check-program --slices 5 --flag=-rdynamic --flag=%t.so
#include "posix.h"
#include <dlfcn.h>

enum {
  Streams = 40,
  Turns = 64,
  Pages = 4,
  Page = 65536,
  Small = 16,
  Records = 50
};

extern unsigned LooksOfMain, WorksOfMain;

static int isSliced(void) {
  return dlsym(RTLD_DEFAULT, "foreslice_packet") != NULL;
}

static void most(const char *what, unsigned mostLooks) {
  if (LooksOfMain > mostLooks)
    printf("%s: more than %u looks\n", what, mostLooks);
  LooksOfMain = 0;
}

/// 8 bytes from each stream in turns.
uint64_t merge(FILE **f, uint64_t d) {
  char b[8];
  for (int i = 0; i < Streams * Turns; i++)
    if (fread(b, sizeof b, 1, f[i % Streams]) == 1)
      d = digest(d, b, sizeof b);
  return d;
}

uint64_t bytes(int fd, uint64_t d) {
  char c;
  while (read(fd, &c, 1) == 1)
    d = digest(d, &c, 1);
  return d;
}

/// Small records, in the order of their places.
uint64_t records(int fd, uint64_t d) {
  char b[Small];
  for (int i = 0; i < Pages * Records; i++)
    if (pread(fd, b, sizeof b, (long)i * (Page / Records)) == sizeof b)
      d = digest(d, b, sizeof b);
  return d;
}

/// A header in each page, to which the program goes by lseek: each is seen.
uint64_t headers(int fd, uint64_t d) {
  char b[Small];
  WorksOfMain = 0;
  for (int i = 0; i < Pages; i++) {
    lseek(fd, (long)i * Page + 100, SEEK_SET);
    if (read(fd, b, sizeof b) == sizeof b)
      d = digest(d, b, sizeof b);
  }
  if (isSliced() && WorksOfMain < 2 * Pages)
    printf("%u of %d headers were seen\n", WorksOfMain / 2, Pages);
  most("one file", 1);
  return d;
}

/// As many files, one after the other by the same descriptor: each is seen.
uint64_t files(uint64_t d) {
  char name[32], b[Small];
  for (int i = 0; i < Streams; i++) {
    snprintf(name, sizeof name, "part.%d", i);
    int fd = open(name, O_RDONLY);
    if (read(fd, b, sizeof b) == sizeof b)
      d = digest(d, b, sizeof b);
    close(fd);
  }
  if (isSliced() && LooksOfMain < Streams)
    printf("%u of %d files were seen\n", LooksOfMain, Streams);
  return d;
}

int main(void) {
  char name[32];
  FILE *f[Streams];
  makeData("data", Pages * Page, 1);
  for (unsigned i = 0; i < Streams; i++) {
    snprintf(name, sizeof name, "part.%u", i);
    makeData(name, Turns * 8, i);
    f[i] = fopen(name, "rb");
  }
  int fd = open("data", O_RDONLY);
  // By their names, so that each call is a region of its own.
  uint64_t (*mergeRegion)(FILE **, uint64_t) = dlsym(RTLD_DEFAULT, "merge");
  uint64_t (*filesRegion)(uint64_t) = dlsym(RTLD_DEFAULT, "files");
  uint64_t d = mergeRegion(f, DIGEST_START);
  most("merge", 3 * Streams);
  const char *regions[] = {"bytes", "records", "headers"};
  for (int i = 0; i < 3; i++) {
    uint64_t (*region)(int, uint64_t) = dlsym(RTLD_DEFAULT, regions[i]);
    d = region(fd, d);
    most(regions[i], 4 * Pages);
  }
  d = filesRegion(d);
  for (int i = 0; i < Streams; i++)
    fclose(f[i]);
  result(d);
}
