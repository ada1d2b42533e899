// A program has a limit of address space. Under foreslice-run, too, the program can map all
// that the limit leaves.
// RUN: %real-clang -O1 %s -o %t && head -c 300000 /dev/urandom > %t.data
// RUN: rm -f %t.limit && %t %t.data %t.limit > %t.alone
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t %t.data %t.limit > %t.run && cmp %t.alone %t.run
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { Piece = 1 << 16, Pieces = 16 };

static long pages(void) {
  long n = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (f && fscanf(f, "%ld", &n) != 1)
    n = 0;
  if (f)
    fclose(f);
  return n;
}

int main(int argc, char **argv) {
  static char b[4096];
  if (argc == 3) {
    // The limit: what the program without foreslice-run has mapped here, a quarter of a MiB, and all pieces.
    unsigned long bytes = (unsigned long)pages() * (unsigned long)getpagesize() + (Pieces + 4) * Piece;
    FILE *f = fopen(argv[2], "r+");
    if (f && fscanf(f, "%lu", &bytes) != 1)
      return 1;
    if (!f && (!(f = fopen(argv[2], "w")) || fprintf(f, "%lu", bytes) < 0))
      return 2;
    fclose(f);
    struct rlimit limit = {bytes, RLIM_INFINITY};
    setrlimit(RLIMIT_AS, &limit);
    execl("/proc/self/exe", argv[0], argv[1], NULL);
    return 3;
  }
  int fd = open(argv[1], O_RDONLY);
  unsigned sum = 0;
  for (off_t at = 0; at < 300000; at += 30000)
    for (ssize_t i = 0, n = pread(fd, b, sizeof b, at); i < n; i++)
      sum = sum * 31 + (unsigned char)b[i];
  int got = 0;
  while (got < Pieces && mmap(NULL, Piece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
    got++;
  printf("%u %d\n", sum, got);
}
