// A program whose loops all were refused needs no run time: it links statically, and by
// another compiler.
// RUN: %foreslice-clang -O1 -fprefetch-slice -Rpass-missed=prefetch-slice -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %foreslice-clang -static -fprefetch-slice %t.o -o %t && %t
// RUN: %foreslice-clang -static -O1 -fprefetch-slice %s -o %t && %t
// RUN: %real-clang %t.o -o %t && %t
// CHECK: no prefetch slice: the offset of pread depends on
#include <fcntl.h>
#include <unistd.h>

static long twice(long at) { return 2 * at; }

int main(int argc, char **argv) {
  (void)argc;
  long (*place)(long) = twice;
  __asm__("" : "+r"(place)); // hides the function
  char block[64];
  int fd = open(argv[0], O_RDONLY), all = 0;
  for (int i = 0; i < 40; i++)
    all += pread(fd, block, sizeof block, place(i)) > 0;
  return all != 40;
}
