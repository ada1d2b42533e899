// Copies files within the kernel: sendfile() at the position and at an offset,
// copy_file_range(), splice() by a pipe.
// RUN: %check-program --expect 'reads_posted>=20' --expect 'hits>=10'
#define _GNU_SOURCE
#include "posix.h"

#include <sys/sendfile.h>

enum { Block = 65536, Blocks = 30 };

int main(void) {
  makeData("data", (size_t)Block * Blocks, 6);
  int in = open("data", O_RDONLY);
  int out = open("copy", O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (in < 0 || out < 0)
    return 1;
  ssize_t n, all = 0;
  while ((n = sendfile(out, in, NULL, Block)) > 0)
    usleep(500), all += n;
  printf("%zd\n", all);
  off_t at = 0;
  for (int i = 0; i < Blocks / 2; i++, at += Block)
    usleep(500), all += sendfile(out, in, &at, Block);
  printf("%zd\n", all);
  lseek(in, 0, SEEK_SET);
  while ((n = copy_file_range(in, NULL, out, NULL, Block, 0)) > 0)
    usleep(500), all += n;
  printf("%zd\n", all);
  int pipes[2];
  if (pipe(pipes))
    return 1;
  lseek(in, 0, SEEK_SET);
  while ((n = splice(in, NULL, pipes[1], NULL, Block, 0)) > 0)
    usleep(500), all += splice(pipes[0], NULL, out, NULL, (size_t)n, 0);
  printf("%zd\n", all);
  return close(in) || close(out);
}
