// A process may have read from a file before it tells of the file. The first file of which more than half is told in a
// row is taken to be read as a whole, and so the begin of the next file is fetched, too.
// REQUIRES: fuse
// RUN: %real-clang -O1 -D_GNU_SOURCE -I %S %s -o %t
// RUN: %slowfs-run --service-us 2000 --kernel-cache --read-ahead-kb 16 -- sh -c '%t make && env FORESLICE_ALWAYS=1 %foreslice-run -- %t' | FileCheck %s
// CHECK: fetched as a whole
#include "Inputs/slow_file.h"

#include <string.h>

enum { File = 512 << 10, Begin = 128 << 10, Block = 16384, Page = 4096, Files = 3 };

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
  read_rest(names[0]);
  read_rest(names[1]);
  // The end comes last. Ten seconds, which end only where the run time fails.
  const int end = File - Page;
  for (int i = 0; i < 1000 && !is_there(names[2], end); i++)
    usleep(10000);
  printf("%s\n", !is_there(names[2], end) ? "not fetched"
                 : is_there(names[2], 0)  ? "fetched as a whole"
                                          : "fetched in part");
  return 0;
}
