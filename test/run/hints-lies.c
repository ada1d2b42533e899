// Hints that lie, and more hints than are taken. Neither changes what the program reads.
// RUN: %real-clang -O1 -I %source-dir/runtime/include %s -o %t
// RUN: rm -rf %t.d && mkdir -p %t.d/folder && mkfifo %t.d/fifo && head -c 300000 /dev/urandom > %t.d/a && cp %t.d/a %t.d/b
// RUN: cd %t.d && %t > %t.alone
// RUN: cd %t.d && env FORESLICE_SOURCES=hints FORESLICE_ALWAYS=1 FORESLICE_CACHE_SIZE=1M %foreslice-run --stats=%t.json -- %t refused > %t.run
// RUN: cmp %t.alone %t.run
// RUN: FileCheck --check-prefix=STATS --input-file=%t.json %s
// STATS: "hints": 2006,
#include <fcntl.h>
#include <foreslice/hints.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv) {
  (void)argv;
  // More than a million at once, and paths of more than 64 MB.
  const size_t most = (1u << 20) + 1;
  struct foreslice_hint *many = calloc(most, sizeof *many);
  for (size_t i = 0; i < most; i++)
    many[i] = (struct foreslice_hint){"none", 0, 1, 0, 1};
  int refused = foreslice_hint_reads(many, most) && errno == EAGAIN;
  static char path[4000];
  for (size_t i = 0; i + 1 < sizeof path; i++)
    path[i] = "/."[i % 2];
  for (int i = 0; i < 20000; i++)
    many[i].path = path;
  refused += foreslice_hint_reads(many, 20000) && errno == EAGAIN;
  if (refused != (argc > 1 ? 2 : 0))
    return 1;
  // What cannot be read ahead, what is not read, and what is beyond the end.
  const char *no[] = {"folder", "fifo", "/dev/zero", "none", "b"};
  if (foreslice_hint_files(no, 5) ||
      foreslice_hint_strided("a", 1u << 30, 100, 1000, 1u << 20))
    return 1;
  for (int i = 0; i < 2000; i++)
    if (foreslice_hint_sequential("a", 0, FORESLICE_HINT_ALL))
      return 1;
  free(many);
  unsigned sum = 0;
  static char b[10000];
  int fd = open("a", O_RDONLY);
  for (ssize_t n; (n = read(fd, b, sizeof b)) > 0;)
    for (ssize_t j = 0; j < n; j++)
      sum = sum * 31 + (unsigned char)b[j];
  close(fd);
  // Nobody has it open to read.
  printf("%d\n", open("fifo", O_WRONLY | O_NONBLOCK) == -1 && errno == ENXIO);
  printf("%u\n", sum);
}
