// A program whose loops all were refused needs no run time: it links statically, and by
// another compiler.
// RUN: %foreslice-clang -O1 -fprefetch-slice -Rpass-missed=prefetch-slice -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %foreslice-clang -static -fprefetch-slice %t.o -o %t && %t
// RUN: %foreslice-clang -static -O1 -fprefetch-slice %s -o %t && %t
// RUN: %real-clang %t.o -o %t && %t
// CHECK: no prefetch slice: the offset of pread depends on
#include <fcntl.h>
#include <unistd.h>

int main(int argc, char **argv) {
  char block[64];
  int fd = open(argv[0], O_RDONLY), all = 0;
  for (int i = 1; i < argc; i++) // never, as there are no arguments
    all += pread(fd, block, sizeof block, ((long (*)(long))(*(void **)argv[0]))(i)) > 0;
  return all;
}
