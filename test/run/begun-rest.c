// A program waits for a file that is read in a row. Somebody has brought the next 2 MiB: what comes behind these is
// fetched all the same.
// REQUIRES: fuse
// RUN: %real-clang -O1 -D_GNU_SOURCE %s -o %t
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 -- %foreslice-run -- %t
#include "Inputs/slow_file.h"

enum { Bytes = 4 << 20, There = 2 << 20, Block = 64 << 10, Page = 4096 };
static char bytes[Bytes];

// The page of the file. Nobody is told of so small a mapping.
static const char *map_page(int fd, long at) {
  const char *page = mmap(NULL, Page, PROT_READ, MAP_SHARED, fd, at);
  if (page == MAP_FAILED)
    _exit(3);
  return page;
}

// Five seconds, which end only where the run time fails.
static int comes(const char *page) {
  for (int i = 0; i < 500 && !isInMemory(page, 0); i++)
    usleep(10000);
  return isInMemory(page, 0);
}

int main(void) {
  char name[4096];
  make_slow_file(name, sizeof name, "data", bytes, Bytes);
  forget_slow_file(name);
  int fd = open(name, O_RDONLY);
  const char *last = map_page(fd, There - Page), *behind = map_page(fd, There + Block);
  if (read(fd, bytes, Block) != Block)
    return 2;
  for (long at = Block; at < There; at += Block)
    posix_fadvise(fd, at, Block, POSIX_FADV_WILLNEED);
  if (!comes(last) || isInMemory(behind, 0) || read(fd, bytes, Block) != Block)
    return 4;
  // The companion takes reads of a descriptor in runs.
  return read(fd, bytes, Block) != Block || !comes(behind);
}
