// Two descriptors that share a position, made before the region and in it; a
// stream of a descriptor, and a position that is kept and taken up again.
// RUN: %check-program --expect 'reads_posted>=60' --expect 'hits>=20'
#define _GNU_SOURCE
#include "posix.h"

enum { Block = 65536, Records = 30 };

int main(void) {
  makeData("data", (size_t)Block * 2 * Records, 4);
  makeData("other", (size_t)Block * Records, 5);
  static unsigned char b[Block];
  uint64_t d = DIGEST_START;
  int fd = open("data", O_RDONLY), twin = dup(fd);
  int other = open("other", O_RDONLY);
  if (fd < 0 || twin < 0 || other < 0 || lseek(twin, 100, SEEK_SET) != 100)
    return 1;
  for (int i = 0; i < Records; i++) {
    int of = i % 3 == 0 ? fcntl(fd, F_DUPFD, 40) : dup3(fd, 50, O_CLOEXEC);
    ssize_t n = read(i % 2 ? twin : of, b, Block);
    d = digest(d, b, (size_t)n);
    close(of);
    if (dup2(other, 60) != 60)
      exit(2);
    n = read(60, b, Block / 2);
    d = digest(d, b, (size_t)n);
  }
  printf("%ld %ld\n", (long)lseek(fd, 0, SEEK_CUR), (long)lseek(other, 0, SEEK_CUR));
  lseek(fd, 0, SEEK_SET);
  FILE *f = fdopen(fd, "rb");
  fpos_t at;
  if (!f || setvbuf(f, NULL, _IOFBF, 4096))
    return 3;
  for (int i = 0; i < Records; i++) {
    if (fgetpos(f, &at))
      exit(4);
    size_t n = fread(b, 1, Block, f);
    d = digest(d, b, n);
    if (i % 5 == 0 && (fsetpos(f, &at) || fseek(f, 4096, SEEK_CUR)))
      exit(5);
    clearerr(f);
  }
  printf("%ld of %d\n", ftell(f), fileno(f) >= 0);
  fclose(f);
  result(d);
}
