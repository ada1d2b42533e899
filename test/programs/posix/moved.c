// A function that nobody sees through moves the stream: once, and the slice
// follows; again and again, and the slice is given up.
// RUN: %check-program --expect 'found>=80' --slices 2 --env FORESLICE_CACHE_SIZE=1M --env FORESLICE_PAGE_SIZE=16K --expect 'slice_moves>=2' --expect 'slice_moves<=10' --expect 'hits>=190'
#define _GNU_SOURCE
#include "posix.h"

enum { Blocks = 60, Block = 32768 };

static char b[Block];

static int skip(FILE *f, long bytes) { return fseek(f, bytes, SEEK_CUR); }
static int (*volatile skipUnseen)(FILE *, long) = skip;

static uint64_t readOnce(FILE *f) {
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Blocks; i++) {
    size_t n = fread(b, 1, Block, f);
    d = digest(d, b, n);
    if (i == 3)
      skipUnseen(f, 900000);
    usleep(500);
  }
  return d;
}

static uint64_t readOften(FILE *f) {
  uint64_t d = DIGEST_START;
  size_t n;
  while ((n = fread(b, 1, Block, f)) > 0) {
    d = digest(d, b, n);
    skipUnseen(f, 100000);
    usleep(500);
  }
  return d;
}

int main(int argc, char **argv) {
  makeData("data", 4 << 20, 3);
  FILE *f = fopen("data", "rb");
  uint64_t (*volatile how)(FILE *) = readOnce;
  result(how(f));
  rewind(f);
  how = readOften;
  result(how(f));
  fclose(f);
}
