// Each record's head says how long the record is, and so where the next is.
// RUN: %check-program --expect 'dependent_reads>=30' --expect 'hits>=10'
#include "posix.h"

enum { Records = 40 };

int main(void) {
  FILE *f = fopen("data", "wb");
  static char b[1 << 18];
  for (unsigned i = 0; f && i < Records; i++) {
    unsigned length = 100000 + i * 1013;
    memset(b, (int)i, length);
    if (fwrite(&length, sizeof length, 1, f) != 1 ||
        fwrite(b, 1, length, f) != length)
      return 1;
  }
  if (!f || fclose(f))
    return 1;
  f = fopen("data", "rb");
  uint64_t d = DIGEST_START;
  unsigned length;
  while (fread(&length, sizeof length, 1, f) == 1) {
    // Of each record the last quarter is read.
    if (fseek(f, length - length / 4, SEEK_CUR))
      return 2;
    size_t n = fread(b, 1, length / 4, f);
    d = digest(d, b, n);
    usleep(500);
  }
  fclose(f);
  result(d);
}
