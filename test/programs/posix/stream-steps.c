// Small records at a stride by fseek and fread. glibc reads the block around the target
// in fseek, and fread finds its bytes in the buffer: the read counts all the same.
// RUN: %check-program --expect 'reads>=190' --expect 'found>=85' --expect 'hits>=150' --expect 'pages_wasted<=16'
#include "posix.h"

enum { Step = 100000, Records = 200, Length = 240 };

int main(void) {
  makeData("data", (size_t)Step * Records, 9);
  FILE *file = fopen("data", "rb");
  if (!file)
    return 1;
  unsigned char b[Length];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Records; i++) {
    if (fseek(file, (long)i * Step, SEEK_SET) || fread(b, sizeof b, 1, file) != 1)
      break;
    d = digest(d, b, sizeof b);
  }
  fclose(file);
  result(d);
}
