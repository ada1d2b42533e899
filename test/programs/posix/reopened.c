// One stream that freopen() makes the next file's, by its result or not. Errors
// go to a file meanwhile, and a file that is not there ends it.
// RUN: %check-program --expect 'files_opened_ahead>=6' --expect 'hits>=16' --expect 'slices_completed>=1'
#include "posix.h"

enum { Files = 8, Block = 32768 };

static char b[Block];

static uint64_t readStream(FILE *f, uint64_t d) {
  size_t n;
  while ((n = fread(b, 1, Block, f)) > 0) {
    d = digest(d, b, n);
    usleep(200);
  }
  return d;
}

int main(void) {
  char name[32];
  for (unsigned i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "d%u", i);
    makeData(name, i == 3 ? 0 : 100000 + 1000 * i, i);
  }
  uint64_t d = DIGEST_START;
  FILE *f = fopen("d0", "r");
  for (int i = 1; f; i++) {
    d = readStream(f, d);
    if (i == 2 && !freopen("errors", "w", stderr))
      return 1;
    snprintf(name, sizeof name, "d%d", i);
    f = freopen(name, "rb", f);
  }
  result(d);
  f = fopen("d4", "r");
  for (int i = 5; i < Files; i++) {
    fseek(f, 40000, SEEK_SET);
    d = readStream(f, d);
    snprintf(name, sizeof name, "d%d", i);
    if (!freopen(name, "r", f))
      return 1;
  }
  result(readStream(f, d));
  fclose(f);
  fprintf(stderr, "done\n");
}
