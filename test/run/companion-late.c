// Until a companion has started, the program with slices itself asks for the begin of a stream's file.
// REQUIRES: fuse
// RUN: %foreslice-clang -O1 -fprefetch-slice -D_GNU_SOURCE %s -o %t
// A companion that never begins:
// RUN: rm -rf %t.d && mkdir -p %t.d/foreslice/bin && cp %lib-dir/libforeslice.so.6 %t.d
// RUN: printf '#!/bin/sh\nexec sleep 2\n' > %t.d/foreslice/bin/foreslice-companion && chmod +x %t.d/foreslice/bin/foreslice-companion
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 --counts %t.counts -- env FORESLICE_ALWAYS=1 FORESLICE_SOURCES=signatures LD_LIBRARY_PATH=%t.d %t
// RUN: FileCheck %s < %t.counts
// CHECK: "distinct_pages": 16}
#include "Inputs/slow_file.h"

#include <string.h>

enum { Bytes = 1 << 20 };

static char bytes[Bytes];

int main(void) {
  char name[4096];
  memset(bytes, 'a', Bytes);
  make_slow_file(name, sizeof name, "data", bytes, Bytes);
  forget_slow_file(name);
  FILE *f = fopen(name, "r");
  return !f || getc(f) != 'a' || usleep(100000) || fclose(f) != 0;
}
