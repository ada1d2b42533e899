// Reads of nothing, at the end, behind the end, at 3 GiB in a file with a hole,
// of a folder, of a pipe, and by descriptors that are not open.
// RUN: %check-program --expect 'reads_posted>=20'
#include "posix.h"

enum { Record = 65536 };

static ssize_t readAt(int fd, void *b, size_t n, off_t at) {
  return pread(fd, b, n, at);
}

int main(void) {
  makeData("data", 1000000, 4);
  const off_t far = 3l << 30;
  int fd = open("data", O_RDWR);
  if (fd < 0 || pwrite(fd, "far away", 8, far) != 8)
    return 1;
  int ends[2];
  if (pipe(ends) || write(ends[1], "piped", 5) != 5 || close(ends[1]))
    return 1;
  int folder = open(".", O_RDONLY);
  const int fds[] = {fd, ends[0], folder, -1, 12345};
  static char b[Record];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 40; i++) {
    ssize_t n = readAt(fd, b, Record, far - 20 * Record + (off_t)i * Record);
    printf("%zd ", n);
    d = digest(d, b, n > 0 ? (size_t)n : 0);
    n = readAt(fd, b, i % 2 ? 0 : 100, (off_t)i * 50000);
    printf("%zd ", n);
    d = digest(d, b, n > 0 ? (size_t)n : 0);
    n = read(fds[i % 5], b, 100);
    printf("%zd\n", n);
    d = digest(d, b, n > 0 ? (size_t)n : 0);
  }
  result(d);
}
