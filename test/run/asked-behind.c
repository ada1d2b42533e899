// A thread of a program with slices waits: it asks the kernel for what comes behind two reads in a row, behind the
// first read of a file as the companion starts, and for the first mapped file. The companion never begins.
// REQUIRES: fuse
// RUN: %foreslice-clang -O1 -fprefetch-slice -D_GNU_SOURCE %s -o %t
// RUN: rm -rf %t.d && mkdir -p %t.d/foreslice/bin && cp %lib-dir/libforeslice.so.6 %t.d
// RUN: printf '#!/bin/sh\nexec sleep 2\n' > %t.d/foreslice/bin/foreslice-companion && chmod +x %t.d/foreslice/bin/foreslice-companion
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 --counts %t.row -- env FORESLICE_ALWAYS=1 FORESLICE_SOURCES=signatures LD_LIBRARY_PATH=%t.d %t row
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 --counts %t.first -- env FORESLICE_SOURCES=signatures LD_LIBRARY_PATH=%t.d %t first
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 --counts %t.short -- env FORESLICE_SOURCES=signatures LD_LIBRARY_PATH=%t.d %t short
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 --counts %t.map -- env FORESLICE_ALWAYS=1 FORESLICE_SOURCES=signatures LD_LIBRARY_PATH=%t.d %t map
// RUN: cat %t.row %t.first %t.short %t.map | FileCheck %s
// Two reads, and 1 MiB:
// CHECK: "distinct_pages": 18}
// A read, and 1 MiB:
// CHECK: "distinct_pages": 17}
// All of a shorter file:
// CHECK: "distinct_pages": 32}
// All of the first file, and what the kernel reads around a byte of the second:
// CHECK: "distinct_pages": 17}
#include "Inputs/slow_file.h"

#include <string.h>

enum { Bytes = 1 << 20, Piece = 64 << 10 };

static char bytes[3 * Bytes];

static int make(const char *end, long length) {
  char name[4096];
  make_slow_file(name, sizeof name, end, bytes, length);
  forget_slow_file(name);
  int fd = open(name, O_RDONLY);
  // The kernel itself reads nothing ahead of reads.
  return posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM) == 0 ? fd : -1;
}

static int touches(int fd) {
  const char *file = mmap(NULL, Bytes, PROT_READ, MAP_SHARED, fd, 0);
  return file != MAP_FAILED && file[0] == 'a';
}

int main(int argc, char **argv) {
  memset(bytes, 'a', sizeof bytes);
  int good = 0;
  if (strcmp(argv[1], "map") == 0) {
    good = touches(make("data", Bytes)) && touches(make("other", Bytes));
  } else {
    int isRow = strcmp(argv[1], "row") == 0, isShort = strcmp(argv[1], "short") == 0;
    int fd = make("data", isShort ? 2 * Bytes : sizeof bytes);
    if (!isRow)
      good = read(fd, bytes, Piece) == Piece;
    else
      good = pread(fd, bytes, Piece, Bytes) == Piece && pread(fd, bytes, Piece, Bytes + Piece) == Piece;
  }
  return usleep(100000) || argc != 2 || !good;
}
