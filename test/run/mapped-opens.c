// A program reads a mapped file from begin to end. The companion asks for more and more of the file, and opens the
// file for the first part alone.
// REQUIRES: fuse
// RUN: %real-clang -O1 %s -o %t
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 --counts %t.counts -- %foreslice-run -- %t
// RUN: FileCheck %s < %t.counts
// Three opens by the program. A companion that comes in time opens the file to look, and once more to read:
// CHECK: "opens": {{[345]}},
#include "Inputs/slow_file.h"

enum { Bytes = 8 << 20, Step = 4096 };
static char bytes[Bytes];

int main(void) {
  char name[4096];
  make_slow_file(name, sizeof name, "data", bytes, Bytes);
  forget_slow_file(name);
  int fd = open(name, O_RDONLY);
  const char *file = mmap(NULL, Bytes, PROT_READ, MAP_PRIVATE, fd, 0);
  if (file == MAP_FAILED || close(fd) != 0)
    return 3;
  unsigned sum = 0;
  for (long i = 0; i < Bytes; i += Step)
    sum += (unsigned)*(volatile const char *)(file + i);
  return sum != 0;
}
