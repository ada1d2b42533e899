// A program reads by aio_read and lio_listio, past the end and by a closed descriptor, too.
// It waits by aio_suspend, by asking, or in lio_listio.
// RUN: %real-clang -O1 %s -o %t && head -c 8000000 /dev/urandom > %t.data
// RUN: %t %t.data suspend > %t.alone
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t %t.data suspend | cmp %t.alone -
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t %t.data ask | cmp %t.alone -
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t %t.data list | cmp %t.alone -
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { Step = 42100, Bytes = 3000, Reads = 190, Passes = 20 };

static ssize_t read_at(int fd, void *to, off_t at, char how) {
  struct aiocb block = {.aio_fildes = fd, .aio_buf = to, .aio_nbytes = Bytes, .aio_offset = at, .aio_lio_opcode = LIO_READ};
  struct aiocb *all[] = {NULL, &block};
  if (how == 'l') {
    if (lio_listio(LIO_WAIT, all, 2, NULL) != 0)
      return -1;
  } else if (aio_read(&block) != 0) {
    return -1;
  }
  while (aio_error(&block) == EINPROGRESS)
    if (how == 's')
      aio_suspend((const struct aiocb *const *)all, 2, NULL);
  return aio_return(&block);
}

int main(int argc, char **argv) {
  int fd = open(argv[1], O_RDONLY);
  static char b[Bytes];
  unsigned sum = 0;
  for (int pass = 0; pass < Passes; pass++)
    for (int i = 0; i <= Reads; i++) { // The last ones are short and empty.
      ssize_t n = read_at(fd, b, (off_t)i * Step, argv[2][0]);
      for (ssize_t j = 0; j < n; j++)
        sum = sum * 31 + (unsigned char)b[j];
      sum += (unsigned)n;
    }
  printf("%u %zd\n", sum, read_at(-1, b, 0, 's'));
  (void)argc;
}
