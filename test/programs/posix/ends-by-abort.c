// The program ends by abort in the middle of a region.
// RUN: %check-program --no-statistics --status=-6
#include "posix.h"

enum { Block = 16384, Blocks = 60 };

int main(void) {
  makeData("data", (size_t)Block * Blocks, 18);
  static char b[Block];
  uint64_t d = DIGEST_START;
  FILE *f = fopen("data", "rb");
  for (int i = 0; fread(b, 1, sizeof b, f) == sizeof b; i++) {
    d = digest(d, b, sizeof b);
    if (i == 20) {
      result(d);
      abort();
    }
  }
  return 1;
}
