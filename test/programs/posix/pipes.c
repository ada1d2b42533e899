// Places that come by a pipe, and by a child's output: the slice waits for the
// program's reads of these, and makes the others ahead of the program.
// RUN: %check-program --expect 'slice_waits>=1' --expect 'reads_posted>=1'
#define _GNU_SOURCE
#include "posix.h"

enum { Rows = 16, Block = 20000 };

static char b[Block];

int main(void) {
  makeData("data", Rows * Block, 1);
  int p[2];
  if (pipe(p))
    return 1;
  for (int i = 0; i < Rows; i++) {
    int at = i * 7 % Rows;
    if (write(p[1], &at, sizeof at) != sizeof at)
      return 1;
  }
  close(p[1]);
  int data = open("data", O_RDONLY), at;
  uint64_t d = DIGEST_START;
  while (read(p[0], &at, sizeof at) == sizeof at) {
    ssize_t n = pread(data, b, Block, at * (off_t)Block);
    d = digest(d, b, n > 0 ? (size_t)n : 0);
    usleep(2000);
  }
  result(d);
  FILE *numbers = popen("printf '3\\n1\\n14\\n15\\n9\\n2\\n6\\n'", "r");
  char line[32];
  while (fgets(line, sizeof line, numbers)) {
    ssize_t n = pread(data, b, Block, atol(line) * Block);
    d = digest(d, b, n > 0 ? (size_t)n : 0);
    usleep(2000);
  }
  result(d);
  return pclose(numbers);
}
