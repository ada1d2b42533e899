// A parent that has launched a slice makes 30 children, which read, too.
// RUN: %check-program --slices 2 --expect 'launches>=1'
#include "posix.h"
#include <sys/wait.h>

enum { Block = 16384, Blocks = 20, Children = 30 };

static uint64_t readAll(int fd, uint64_t d) {
  static char b[Block];
  for (long i = 0; i < Blocks; i++) {
    ssize_t n = pread(fd, b, Block, i * Block);
    d = digest(d, b, n > 0 ? (size_t)n : 0);
  }
  return d;
}

int main(void) {
  makeData("data", Block * Blocks, 11);
  int fd = open("data", O_RDONLY);
  uint64_t d = readAll(fd, DIGEST_START);
  result(d);
  for (int c = 0; c < Children; c++) {
    pid_t child = fork();
    if (child == 0)
      _exit((int)(readAll(fd, (unsigned)c) % 100));
    int status;
    waitpid(child, &status, 0);
    printf("child %d: %d\n", c, WEXITSTATUS(status));
  }
  result(readAll(fd, d));
}
