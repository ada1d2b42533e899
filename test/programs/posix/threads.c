// 16 threads read a part each.
// RUN: %check-program --flag=-pthread --expect 'launches>=1'
#include "posix.h"
#include <pthread.h>

enum { Block = 16384, Blocks = 20, Threads = 16 };

static uint64_t parts[Threads];

static void *readPart(void *number) {
  long t = (long)number;
  char *b = malloc(Block);
  uint64_t d = DIGEST_START;
  int fd = open("data", O_RDONLY);
  for (long i = 0; i < Blocks; i++) {
    ssize_t n = pread(fd, b, Block, (t * Blocks + i) * Block);
    d = digest(d, b, n > 0 ? (size_t)n : 0);
  }
  close(fd);
  free(b);
  parts[t] = d;
  return NULL;
}

int main(void) {
  makeData("data", (size_t)Block * Blocks * Threads, 10);
  pthread_t threads[Threads];
  for (long t = 0; t < Threads; t++)
    pthread_create(&threads[t], NULL, readPart, (void *)t);
  for (int t = 0; t < Threads; t++)
    pthread_join(threads[t], NULL);
  for (int t = 0; t < Threads; t++)
    result(parts[t]);
}
