// The program may have 20 descriptors and takes all of them.
// RUN: %check-program --expect 'hits>=10'
#include "posix.h"
#include <sys/resource.h>

enum { Block = 65536, Blocks = 20 };

int main(void) {
  makeData("data", Block * Blocks, 8);
  struct rlimit few = {20, 20};
  if (setrlimit(RLIMIT_NOFILE, &few))
    return 1;
  static char b[Block];
  uint64_t d = DIGEST_START;
  int last = -1;
  for (int i = 0; i < Blocks; i++) {
    int fd = open("data", O_RDONLY);
    if (fd < 0) {
      printf("no more behind %d\n", last);
      fd = last;
    }
    last = fd;
    ssize_t n = pread(fd, b, Block, (off_t)i * Block);
    d = digest(d, b, n > 0 ? (size_t)n : 0);
  }
  // Others want to write at the end.
  for (int fd = 3; fd <= last; fd++)
    close(fd);
  result(d);
}
