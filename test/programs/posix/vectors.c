// Reads into several buffers at once: at the descriptor's position and at
// offsets, with arrays that the loop fills. The first buffer says what is read
// next.
// RUN: %check-program --expect 'reads_posted>=60' --expect 'hits>=20'
#define _GNU_SOURCE
#include "posix.h"

#include <sys/uio.h>

enum { Head = 8, Block = 40000, Records = 40 };

int main(void) {
  makeData("data", (Head + 2 * Block) * Records, 3);
  static unsigned char head[Head], a[Block], b[Block];
  uint64_t d = DIGEST_START;
  int fd = open("data", O_RDONLY);
  if (fd < 0)
    return 1;
  for (int i = 0; i < Records; i++) {
    struct iovec v[3] = {{head, Head}, {a, Block}, {b, Block}};
    if (i % 4 == 3)
      v[1].iov_len = Block / 2;
    ssize_t n = readv(fd, v, 3);
    if (n < Head)
      break;
    d = digest(digest(digest(d, head, Head), a, v[1].iov_len), b, v[2].iov_len);
    struct iovec w[2] = {{a, 1000}, {b, 3000u + head[0]}};
    n = preadv(fd, w, 2, (off_t)head[1] * 8192);
    d = digest(digest(d, a, 1000), b, w[1].iov_len);
    printf("%zd at %ld\n", n, (long)lseek(fd, 0, SEEK_CUR));
    n = preadv2(fd, w, 1, -1, 0);
    d = digest(d, a, (size_t)n);
  }
  struct iovec bad[1] = {{(void *)8, 100}};
  printf("%zd\n", readv(-1, bad, 1) + readv(fd, bad, -1));
  close(fd);
  result(d);
}
