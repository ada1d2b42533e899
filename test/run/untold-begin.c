// A process may have read from a file before it tells of the file. The first file of which more than half is told in a
// row is taken to be read as a whole, and so the begin of the next file is fetched, too.
// REQUIRES: fuse
// RUN: %real-clang -O1 -D_GNU_SOURCE -I %S %s -o %t
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 16 -- sh -c '%t make && env FORESLICE_ALWAYS=1 %foreslice-run -- %t' | FileCheck %s
// CHECK: fetched as a whole
#include "Inputs/slow_file.h"

#include <string.h>

enum { File = 512 << 10, Begin = 128 << 10, Block = 16384, Page = 4096, Files = 16 };

static char bytes[File];

// Reads the file but for the begin.
static void read_rest(const char *name) {
  int fd = open(name, O_RDONLY);
  for (int at = lseek(fd, Begin, SEEK_SET); at < File; at += Block)
    if (read(fd, bytes, Block) != Block)
      _exit(4);
  if (close(fd) != 0)
    _exit(5);
}

// Whether the page of the file is in memory. Nobody is told of so small a mapping.
static int is_there(const char *name, int at) {
  int fd = open(name, O_RDONLY);
  const char *page = fd < 0 ? MAP_FAILED : mmap(NULL, Page, PROT_READ, MAP_SHARED, fd, at);
  const int is = page != MAP_FAILED && isInMemory(page, 0);
  if (page == MAP_FAILED || munmap((void *)page, Page) != 0 || close(fd) != 0)
    _exit(6);
  return is;
}

int main(int argc, char **argv) {
  char names[Files][4096];
  memset(bytes, 'a', File);
  for (int i = 0; i < Files; i++) {
    char end[16];
    snprintf(end, sizeof end, "data.%d", i);
    snprintf(names[i], sizeof names[i], "%s/%s", getenv("SLOWFS_DIR"), end);
    if (argc > 1) {
      make_slow_file(names[i], sizeof names[i], end, bytes, File);
      forget_slow_file(names[i]);
    }
  }
  if (argc > 1)
    return 0;
  // A helper that comes late is told of a later file only. The end of a file comes last. A second for each file, which
  // ends only where nothing is fetched.
  const int end = File - Page;
  const char *next = names[1];
  read_rest(names[0]);
  for (int i = 1; i + 1 < Files && !is_there(next, end); i++) {
    read_rest(names[i]);
    next = names[i + 1];
    for (int wait = 0; wait < 100 && !is_there(next, end); wait++)
      usleep(10000);
  }
  printf("%s\n", !is_there(next, end) ? "not fetched" : is_there(next, 0) ? "fetched as a whole" : "fetched in part");
  return 0;
}
