// A program maps one short file after another. No call tells of the loads: each mapping counts as a read of its file,
// and the companion reads the next files of the folder ahead.
// REQUIRES: fuse
// RUN: %real-clang -O1 %s -o %t
// RUN: %slowfs-run --service-us 500 --kernel-cache -- %foreslice-run -- %t
// RUN: not %slowfs-run --service-us 500 --kernel-cache -- env FORESLICE_DISABLE=1 %foreslice-run -- %t few
// RUN: %foreslice-clang -O1 -fprefetch-slice %s -o %t.sliced
// RUN: %slowfs-run --service-us 500 --kernel-cache -- %t.sliced
#include "Inputs/slow_file.h"

enum { Files = 16, Read = 8, Bytes = 300000, Far = 256 << 10, Page = 4096 };
static char bytes[Bytes], names[Files][4096];

/* Has a slice, so that the run time is linked. */
static unsigned read_some(int fd) {
  unsigned sum = 0;
  char one;
  for (int i = 0; i < 4; i++)
    if (pread(fd, &one, 1, i) == 1)
      sum += one != 0;
  return sum;
}

__attribute__((noinline)) static unsigned read_mapped(const char *name) {
  unsigned sum = 0;
  int fd = open(name, O_RDONLY);
  const char *file = mmap(NULL, Bytes, PROT_READ, MAP_PRIVATE, fd, 0);
  if (file == MAP_FAILED)
    _exit(4);
  for (long i = 0; i < Bytes; i += Page)
    sum += (unsigned)*(volatile const char *)(file + i);
  if (munmap((void *)file, Bytes) != 0 || close(fd) != 0)
    _exit(4);
  return sum;
}

int main(int argc, char **argv) {
  (void)argv;
  int naps = argc > 1 ? 200 : 20000;
  unsigned sum = 0;
  for (int i = 0; i < Files; i++) {
    char end[16];
    snprintf(end, sizeof end, "part.%d", i);
    make_slow_file(names[i], sizeof names[i], end, bytes, Bytes);
    forget_slow_file(names[i]);
  }
  int fd = open(names[0], O_RDONLY);
  sum += read_some(fd);
  close(fd);
  for (int i = 0; i < Read; i++)
    sum += read_mapped(names[i]);
  // A short mapping, which nobody is told of.
  fd = open(names[Read], O_RDONLY);
  const char *look = mmap(NULL, Page, PROT_READ, MAP_SHARED, fd, Far);
  for (; naps > 0 && !isInMemory(look, 0); naps--)
    usleep(1000);
  return sum != 0 ? 5 : naps == 0;
}
