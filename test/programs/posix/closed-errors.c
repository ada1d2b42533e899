// Standard error is closed at start, or the program puts another file in its place: what
// the run time has to say lands in no file of the program's.
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && head -c 3000000 /dev/urandom > data
// RUN: %foreslice-clang -O1 -fprefetch-slice %s -o %t && %real-clang -O1 %s -o %t.plain
// RUN: cd %t.dir && sh -c 'FORESLICE_SCHEME=none-such FORESLICE_STATS=- %t data closed 2>&-' && cmp %t.dir/closed %t.dir/closed.expected
// RUN: cd %t.dir && sh -c 'FORESLICE_SCHEME=none-such FORESLICE_STATS=- %t data all <&- >&- 2>&-' && cmp %t.dir/all %t.dir/all.expected
// RUN: cd %t.dir && env FORESLICE_SCHEME=none-such FORESLICE_STATS=- %t data replaced replace && cmp %t.dir/replaced %t.dir/replaced.expected
// RUN: cd %t.dir && sh -c 'FORESLICE_SCHEME=none-such %foreslice-run --stats=- %t.plain data run 2>&-' && cmp %t.dir/run %t.dir/run.expected
// RUN: cd %t.dir && env FORESLICE_STATS=- %t data open 2>&1 | FileCheck %s
// CHECK: region
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void put(int fd, const char *text) {
  if (write(fd, text, strlen(text)) < 0)
    _exit(2);
}

int main(int argc, char **argv) {
  static char b[4096];
  unsigned sum = 0;
  char name[4096], text[100];
  int out = open(argv[2], O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (argc > 3)
    dup2(out, 2);
  int fd = open(argv[1], O_RDONLY);
  for (int i = 0; i < 60; i++)
    if (pread(fd, b, sizeof b, i * 37L % 45 * 65536) > 0)
      sum = sum * 31 + (unsigned char)b[5];
  snprintf(text, sizeof text, "sum %u\n", sum);
  put(out, text);
  snprintf(name, sizeof name, "%s.expected", argv[2]);
  int expected = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  put(expected, text);
  return 0;
}
