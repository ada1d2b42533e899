// A program reads one file after the other. Somebody has looked at the begin and the end of each: the next files are
// fetched all the same.
// REQUIRES: fuse
// RUN: %real-clang -O1 %s -o %t
// RUN: %slowfs-run --service-us 1000 --kernel-cache --read-ahead-kb 128 -- %foreslice-run -- %t
// RUN: %slowfs-run --service-us 1000 --kernel-cache --read-ahead-kb 128 -- env FORESLICE_DISABLE=1 %foreslice-run -- %t never
#include "Inputs/slow_file.h"

enum { Files = 16, Bytes = 512 << 10, Block = 16384, Page = 4096 };
static char names[Files][4096], bytes[Bytes];

// Nobody is told of so small a mapping.
static void look_at(const char *name, int at) {
  int fd = open(name, O_RDONLY);
  const char *page = fd < 0 ? MAP_FAILED : mmap(NULL, Page, PROT_READ, MAP_SHARED, fd, at);
  if (page == MAP_FAILED || *(const volatile char *)page != 0 || munmap((void *)page, Page) != 0 || close(fd) != 0)
    _exit(3);
}

static void read_all(const char *name) {
  int fd = open(name, O_RDONLY);
  ssize_t got = 0, all = 0;
  while (fd >= 0 && (got = read(fd, bytes, Block)) > 0)
    all += got;
  if (all != Bytes || close(fd) != 0)
    _exit(4);
}

int main(int argc, char **argv) {
  int isAhead = 0, never = argc > 1;
  const char *looks[Files];
  make_slow_files(names, looks, Files, bytes, Bytes);
  for (int pass = 0; pass < (never ? 3 : 200) && !isAhead; pass++) {
    for (int i = 0; i < Files; i++) {
      forget_slow_file(names[i]);
      look_at(names[i], 0);
      look_at(names[i], Bytes - Page);
    }
    for (int i = 0; i + 1 < Files && !isAhead; i++) {
      read_all(names[i]);
      isAhead = isInMemory(looks[i + 1], Bytes / 2);
    }
  }
  return isAhead == never ? 5 : 0;
}
