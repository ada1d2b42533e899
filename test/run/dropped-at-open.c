// Each open of a file throws away what the kernel has of it, as FUSE does without
// keep_cache. The run time opens one file twice to see it, and none of the others. Where the
// pages outlive an open, the run time opens each file beside the program.
// REQUIRES: fuse
// RUN: %real-clang -O1 %s -o %t
// RUN: %slowfs-run --service-us 200 --kernel-cache --drop-at-open --counts %t.lost -- env FORESLICE_ALWAYS=1 %foreslice-run -- %t
// RUN: FileCheck --check-prefix=LOST %s < %t.lost
// RUN: %slowfs-run --service-us 200 --kernel-cache --counts %t.kept -- env FORESLICE_ALWAYS=1 %foreslice-run -- %t until-open > %t.opens
// RUN: %python -c "import json; assert json.load(open('%t.kept'))['opens'] > int(open('%t.opens').read())"
// The program opens 41 times.
// LOST: "opens": 4{{[1-5]}},
#include "Inputs/open_files.h"

#include <fcntl.h>

enum { Files = 20, Bytes = 400000 };

static char bytes[Bytes];

static int opens;

static int open_file(int number, int how) {
  char name[4096];
  snprintf(name, sizeof name, "%s/part.%d", getenv("SLOWFS_DIR"), number);
  opens++;
  return open(name, how, 0666);
}

static void read_all(int fd) {
  for (ssize_t n = 1; fd >= 0 && n > 0;) {
    n = read(fd, bytes, 16384);
    usleep(1000);
  }
  if (fd < 0 || close(fd) != 0)
    _exit(4);
}

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < Files; i++) {
    int fd = open_file(i, O_WRONLY | O_CREAT | O_TRUNC);
    if (fd < 0 || write(fd, bytes, Bytes) != Bytes || close(fd) != 0)
      _exit(3);
  }
  // A minute, which ends the test only where the run time fails.
  int found = argc == 1;
  for (int pass = 0; pass < 150; pass++) {
    for (int i = 0; i < Files; i++) {
      int fd = open_file(i, O_RDONLY);
      found |= argc > 1 && is_open("part.7");
      read_all(fd);
    }
    if (found)
      break;
  }
  read_all(open_file(0, O_RDONLY));
  printf("%d\n", opens);
  return !found;
}
