// A thread that waits asks the kernel for what the thread is about to read: for a large read as a whole before
// the read; for as many bytes again behind, where large reads go on in a row; for a short file behind some slow
// reads here and there; in a program with slices, for a short file when a stream on the file is opened. No
// companion is needed for that, and none starts for such a stream. Where the kernel keeps nothing, nothing is asked for.
// REQUIRES: fuse
// RUN: %real-clang -O1 -D_GNU_SOURCE -I %S %s -o %t
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 --counts %t.plain -- %t large
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 --counts %t.large -- %foreslice-run -- %t large
// RUN: %slowfs-run --service-us 2000 --counts %t.bare -- %t large
// RUN: %slowfs-run --service-us 2000 --counts %t.direct -- %foreslice-run -- %t large
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 --counts %t.disabled -- env FORESLICE_DISABLE=1 %foreslice-run -- %t large
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 --counts %t.short -- %foreslice-run -- %t short
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 --counts %t.row -- %foreslice-run -- %t row
// RUN: %foreslice-clang -O1 -fprefetch-slice -DSLICED -D_GNU_SOURCE -I %S %s -o %t.sliced
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 --counts %t.inside -- %t.sliced large
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 --counts %t.stream -- %t.sliced stream
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 64 --counts %t.none -- env FORESLICE_SOURCES=slices %t.sliced stream
// RUN: cat %t.plain %t.large %t.disabled %t.bare %t.direct %t.short %t.row %t.inside %t.stream %t.none | FileCheck %s
// CHECK: "deepest_queue": {{[0-9],}}
// CHECK: "deepest_queue": {{[0-9][0-9]}}
// CHECK: "deepest_queue": {{[0-9],}}
// CHECK: "reads": [[BARE:[0-9]+]],
// CHECK: "reads": [[BARE]],
// CHECK: "opens": 3, {{.*}} "distinct_pages": 16}
// CHECK: "distinct_pages": 33}
// CHECK: "deepest_queue": {{[0-9][0-9]}}
// CHECK: "opens": 3, {{.*}} "distinct_pages": 16}
// CHECK: "distinct_pages": {{[12]}}}
#include "Inputs/slow_file.h"

#include <string.h>

enum { Large = 8 << 20, Short = 1 << 20, Piece = 64 << 10, Few = 4096 };

static char bytes[Large];

/* Whether the process shares memory with a companion. */
static int hasCompanion(void) {
  char line[8192];
  int has = 0;
  FILE *f = fopen("/proc/self/maps", "r");
  while (f && fgets(line, sizeof line, f))
    has |= strstr(line, "memfd:foreslice") != NULL;
  return !f || fclose(f) != 0 || has;
}

int main(int argc, char **argv) {
  const int isLarge = strcmp(argv[1], "large") == 0, isRow = strcmp(argv[1], "row") == 0;
  const size_t size = isLarge || isRow ? Large : Short;
  char name[4096];
  memset(bytes, 'a', sizeof bytes);
  make_slow_file(name, sizeof name, "data", bytes, size);
  forget_slow_file(name);
  if (strcmp(argv[1], "stream") == 0) {
    FILE *f = fopen(name, "r");
    return !f || fread(bytes, 1, Piece, f) != Piece || usleep(100000) || hasCompanion() || fclose(f) != 0;
  }
  int fd = open(name, O_RDONLY);
  if (fd < 0 || pread(fd, bytes, Few, size - Few) != Few)
    return 2;
  memset(bytes, 0, sizeof bytes);
  if (isLarge) {
    for (ssize_t done = 0, got; done < Large; done += got)
      if ((got = read(fd, bytes + done, Large - done)) <= 0)
        return 3;
    return bytes[0] != 'a' || bytes[Large / 2] != 'a' || bytes[Large - 1] != 'a';
  }
#ifndef SLICED
  if (isRow)
    return read(fd, bytes, Short) != Short || usleep(100000);
  if (pread(fd, bytes, Few, 5 << 16) != Few || pread(fd, bytes, Few, 11 << 16) != Few)
    return 4;
#endif
  return usleep(100000);
}
