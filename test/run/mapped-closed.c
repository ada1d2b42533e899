// A program maps files as a whole, and closes the descriptor at once. A file is fetched before the program touches
// the file, though the descriptor is closed.
// REQUIRES: fuse
// RUN: %real-clang -O1 %s -o %t
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 -- %foreslice-run -- %t
#include "Inputs/slow_file.h"

enum { Files = 4, Bytes = 1 << 20, Step = 4096 };
static char bytes[Bytes];

// The last page of the file. Nobody is told of so small a mapping.
static const char *map_end(const char *name) {
  int fd = open(name, O_RDONLY);
  const char *end = fd < 0 ? MAP_FAILED : mmap(NULL, Step, PROT_READ, MAP_SHARED, fd, Bytes - Step);
  if (end == MAP_FAILED || close(fd) != 0)
    _exit(4);
  return end;
}

int main(void) {
  // In no order that anybody could expect.
  const char *ends[Files] = {"mm", "zz", "aa", "kk"};
  char names[Files][4096];
  const char *looks[Files];
  unsigned sum = 0;
  for (int i = 0; i < Files; i++) {
    make_slow_file(names[i], sizeof names[i], ends[i], bytes, Bytes);
    forget_slow_file(names[i]);
    looks[i] = map_end(names[i]);
  }
  int isThere = 0;
  for (int i = 0; i < Files; i++) {
    int fd = open(names[i], O_RDONLY);
    const char *file = mmap(NULL, Bytes, PROT_READ, MAP_SHARED, fd, 0);
    if (file == MAP_FAILED || close(fd) != 0)
      return 3;
    // Five seconds, which end only where the run time fails.
    for (int j = 0; j < 500 && i == Files - 1 && !isThere; j++)
      isThere = isInMemory(looks[i], 0) || usleep(10000) != 0;
    for (long at = 0; at < Bytes; at += Step)
      sum += (unsigned)*(volatile const char *)(file + at);
    usleep(200000); // The companion looks now and then.
  }
  return sum != 0 ? 5 : !isThere;
}
