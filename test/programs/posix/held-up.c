// A slice that waits for the program before each read is never ahead: it is
// given up soon. Where other work keeps the slice from beginning, the values that it waits for fill the channel instead.
// REQUIRES: fuse
// RUN: %foreslice-clang -O1 -fprefetch-slice -D_GNU_SOURCE -I %S/../../run %s -o %t
// RUN: %slowfs-run --service-us 1000 --kernel-cache -- env FORESLICE_ALWAYS=0 FORESLICE_STATS=%t.json %t
// RUN: FileCheck %s < %t.json
// CHECK-DAG: "slices_{{overtaken|channel_full}}": {{[1-9]}}
// CHECK-DAG: "slice_waits": {{[0-9]?[0-9]?[0-9]}}{{[^0-9]}}
#include "Inputs/slow_file.h"

#include <fcntl.h>
#include <string.h>

enum { File = 4 << 20, Block = 512, Passes = 24 };

static char bytes[File];

static long sum(int fd) {
  static char block[Block];
  long all = 0;
  while (read(fd, block, Block) > 0) {
    all += block[Block - 1];
    if (fcntl(fd, F_GETPIPE_SZ) == 1) // Not of a file.
      lseek(fd, 0, SEEK_SET);
  }
  return all;
}

int main(void) {
  char name[4096];
  memset(bytes, 1, File);
  make_slow_file(name, sizeof name, "data", bytes, File);
  for (int pass = 0; pass < Passes; pass++) {
    forget_slow_file(name);
    int fd = open(name, O_RDONLY);
    if (fd < 0 || sum(fd) != File / Block)
      return 1;
    close(fd);
  }
  return 0;
}
