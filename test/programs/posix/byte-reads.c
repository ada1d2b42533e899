// A program that makes a system call for each byte takes longer than the kernel's readahead: no thread of a slice
// starts, which would make each call slower. A read of more bytes behind starts the slice.
// REQUIRES: fuse
// RUN: %foreslice-clang -O1 -fprefetch-slice -D_GNU_SOURCE -I %S/../../run -Rpass=prefetch-slice -c %s -o %t.sliced.o 2>&1 | FileCheck %s
// RUN: %real-clang -O1 -D_GNU_SOURCE -DREST -I %S/../../run -c %s -o %t.rest.o
// RUN: %foreslice-clang -O1 -fprefetch-slice %t.sliced.o %t.rest.o -o %t
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 -- %t
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 -- %t header
// CHECK: prefetch slice of {{.*}} with {{[0-9]+}} read
#include "Inputs/slow_file.h"

#include <string.h>

enum { File = 1 << 20, Piece = 4096 };

long sum(int fd, long bytes, int header);
int count_threads(void);

#ifndef REST

long sum(int fd, long bytes, int header) {
  char piece[Piece];
  long sum = 0;
  unsigned char c;
  for (long i = 0; i < bytes && read(fd, &c, 1) == 1; i++) {
    sum += c;
    if (header)
      break;
  }
  while (header && read(fd, piece, sizeof piece) > 0)
    sum += piece[0];
  return count_threads() == 1 ? sum : -1;
}

#else
#include "../Inputs/threads_now.h"

static char bytes[File];

int count_threads(void) { return threads(); }

int main(int argc, char **argv) {
  char name[4096];
  memset(bytes, 'a', sizeof bytes);
  make_slow_file(name, sizeof name, "data", bytes, sizeof bytes);
  forget_slow_file(name);
  int fd = open(name, O_RDONLY);
  return sum(fd, File, argc > 1) != (argc > 1 ? -1 : File * 'a');
}
#endif
