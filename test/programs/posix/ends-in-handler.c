// A signal handler ends the program by _Exit in the middle of a region, and a
// child of vfork ends by _exit before.
// RUN: %check-program --status=8 --flag=-D_GNU_SOURCE
#include "posix.h"
#include <signal.h>
#include <sys/wait.h>

enum { Block = 16384, Blocks = 60 };

static void end(int signal) { _Exit(signal == SIGUSR1 ? 8 : 9); }

int main(void) {
  makeData("data", (size_t)Block * Blocks, 21);
  signal(SIGUSR1, end);
  static char b[Block];
  uint64_t d = DIGEST_START;
  int fd = open("data", O_RDONLY);
  for (int i = 0; i < Blocks; i++) {
    if (pread(fd, b, sizeof b, (off_t)i * Block) != sizeof b)
      return 1;
    d = digest(d, b, sizeof b);
    if (i == 10) {
      pid_t child = vfork();
      if (child == 0)
        _exit(3);
      int status;
      waitpid(child, &status, 0);
      printf("child %d\n", WEXITSTATUS(status));
    }
    if (i == 40) {
      result(d);
      raise(SIGUSR1);
    }
  }
  return 2;
}
