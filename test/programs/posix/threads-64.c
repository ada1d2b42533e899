// 64 threads read a file each by a stream, more than there may be slices.
// RUN: %check-program --flag=-pthread --expect 'launches>=1'
#include "posix.h"
#include <pthread.h>

enum { Block = 8192, Blocks = 12, Threads = 64 };

static uint64_t parts[Threads];

static void *readFile(void *number) {
  long t = (long)number;
  char name[32], *b = malloc(Block);
  snprintf(name, sizeof name, "part.%ld", t % 8);
  uint64_t d = DIGEST_START;
  FILE *f = fopen(name, "rb");
  fseek(f, t * 100, SEEK_SET);
  size_t n;
  while ((n = fread(b, 1, Block, f)) > 0)
    d = digest(d, b, n);
  fclose(f);
  free(b);
  parts[t] = d;
  return NULL;
}

int main(void) {
  for (unsigned i = 0; i < 8; i++) {
    char name[32];
    snprintf(name, sizeof name, "part.%u", i);
    makeData(name, (size_t)Block * Blocks, i);
  }
  pthread_t threads[Threads];
  for (long t = 0; t < Threads; t++)
    if (pthread_create(&threads[t], NULL, readFile, (void *)t))
      return 1;
  for (int t = 0; t < Threads; t++)
    pthread_join(threads[t], NULL);
  for (int t = 0; t < Threads; t++)
    result(parts[t]);
}
