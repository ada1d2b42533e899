// Regions of one read each: a slice cannot be ahead of it. The program waits in spite of its
// slices, and a companion learns: from file to file, from seek to seek, and of reads that go
// into another file. The loops are out of the slices' sight.
// REQUIRES: fuse
// RUN: %foreslice-clang -O1 -fprefetch-slice -D_GNU_SOURCE -I %S/../../run -Rpass=prefetch-slice -c %s -o %t.read.o 2>&1 | FileCheck %s
// RUN: %real-clang -O1 -D_GNU_SOURCE -DLOOPS -I %S/../../run -c %s -o %t.loops.o
// RUN: %foreslice-clang -O1 -fprefetch-slice %t.read.o %t.loops.o -o %t
// RUN: %slowfs-run --service-us 1000 --kernel-cache -- %t tags
// RUN: %slowfs-run --service-us 1000 --kernel-cache -- %t blocks
// RUN: %slowfs-run --service-us 1000 --kernel-cache -- %t copies
// RUN: not %slowfs-run --service-us 1000 --kernel-cache -- env FORESLICE_SOURCES=slices %t tags few
// RUN: not %slowfs-run --service-us 1000 --kernel-cache -- env FORESLICE_SOURCES=slices %t copies few
// CHECK-DAG: prefetch slice of the rest of 'read_tag' with 1 read
// CHECK-DAG: [[@LINE+25]]:3: remark: prefetch slice with 1 read
// CHECK-DAG: [[@LINE+31]]:3: remark: prefetch slice with 1 read
#include "Inputs/slow_file.h"

#include <string.h>

enum { Files = 60, TagFile = 60000, Tag = 128, File = 8 << 20, Block = 16384 };

int read_tag(const char *name);
int read_block(int fd, long at);
int copy_block(int fd, int out);

#ifndef LOOPS

int read_tag(const char *name) {
  char tag[3];
  FILE *f = fopen(name, "r");
  if (!f || fseek(f, -Tag, SEEK_END) != 0 || fread(tag, 1, sizeof tag, f) != sizeof tag)
    return 0;
  return fclose(f) == 0 && memcmp(tag, "TAG", 3) == 0;
}

int read_block(int fd, long at) {
  static char block[Block];
  ssize_t n = 1;
  for (long got = 0; got < Block && n > 0; got += n)
    n = pread(fd, block + got, Block - got, at + got);
  return block[Block - 1] == 'a';
}

int copy_block(int fd, int out) {
  ssize_t n = 1;
  for (long got = 0; got < Block && n > 0; got += n)
    n = splice(fd, NULL, out, NULL, Block - got, 0);
  return n > 0;
}

#else

static char names[Files][4096], bytes[File];
static int naps; /* of a millisecond, behind each read: the companion may get no core for a while */

static int comes(const char *look, long at) {
  for (int nap = 0; nap < naps && !isInMemory(look, at); nap++)
    usleep(1000);
  return isInMemory(look, at);
}

static int tags(void) {
  const char *looks[Files];
  for (int i = 0; i < Files; i++) {
    char end[32];
    snprintf(end, sizeof end, "part.%d", i);
    memcpy(bytes + TagFile - Tag, "TAG", 3);
    make_slow_file(names[i], sizeof names[i], end, bytes, TagFile);
    looks[i] = map_slow_file(names[i], TagFile);
    forget_slow_file(names[i]);
  }
  int ahead = 0;
  for (int i = 0; i + 2 < Files && ahead < 3; i++) {
    if (!read_tag(names[i]))
      _exit(5);
    ahead += comes(looks[i + 2], TagFile - Tag);
  }
  return ahead >= 3;
}

// More than the kernel reads ahead by itself.
enum { Ahead = 1 << 20 };

static int blocks(int copies) {
  make_slow_file(names[0], sizeof names[0], "data", bytes, File);
  const char *look = map_slow_file(names[0], File);
  forget_slow_file(names[0]);
  int fd = open(names[0], O_RDONLY), ends[2], ahead = 0;
  char sink[Block];
  if (fd < 0 || pipe(ends) != 0)
    _exit(6);
  for (long at = 0; at + Ahead < File && ahead < 3; at += Block) {
    if (copies ? !copy_block(fd, ends[1]) || read(ends[0], sink, Block) != Block : !read_block(fd, at))
      _exit(7);
    ahead += comes(look, at + Ahead);
  }
  return ahead >= 3;
}

int main(int argc, char **argv) {
  const int passes = argc > 2 ? 2 : 10;
  naps = argc > 2 ? 0 : 20;
  memset(bytes, 'a', File);
  for (int pass = 0; pass < passes; pass++)
    if (strcmp(argv[1], "tags") == 0 ? tags() : blocks(strcmp(argv[1], "copies") == 0))
      return 0;
  return 4;
}
#endif
