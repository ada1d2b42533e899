// The program holds a lock on the file that it reads. What the run time opens
// and closes leaves the lock alone.
// RUN: %check-program --expect 'hits>=10'
#include "locks.h"
#include "posix.h"

enum { Block = 65536, Blocks = 20 };

int main(void) {
  makeData("data", Block * Blocks, 9);
  static char b[Block];
  uint64_t d = DIGEST_START;
  int fd = open("data", O_RDWR);
  struct flock own = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (fd < 0 || fcntl(fd, F_SETLK, &own))
    return 1;
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < Blocks; i++) {
      ssize_t n = pread(fd, b, Block, (off_t)i * Block);
      d = digest(d, b, n > 0 ? (size_t)n : 0);
    }
    usleep(2000);
    printf("free: %d\n", isFree(fd));
  }
  result(d);
}
