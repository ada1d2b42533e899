// 1000 forked children read a block each. The parent reads between, too.
// RUN: %check-program --unserved "the slice takes another path than the program at the first fork" --expect 'launches>=1'
#include "posix.h"
#include <sys/wait.h>

enum { Block = 4096, Blocks = 100, Children = 1000 };

int main(void) {
  makeData("data", (size_t)Block * Blocks, 20);
  int fd = open("data", O_RDONLY);
  static char b[Block];
  uint64_t d = DIGEST_START, all = 0;
  for (int c = 0; c < Children; c++) {
    pid_t child = fork();
    if (child == 0) {
      ssize_t n = pread(fd, b, sizeof b, (off_t)(c * 7 % Blocks) * Block);
      _exit((int)(digest(1, b, n > 0 ? (size_t)n : 0) % 100));
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
      return 1;
    all = all * 31 + (uint64_t)status;
    if (c % 10 == 0) {
      ssize_t n = pread(fd, b, sizeof b, (off_t)(c / 10) * Block);
      d = digest(d, b, n > 0 ? (size_t)n : 0);
    }
  }
  result(all);
  result(d);
}
