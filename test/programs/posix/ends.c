// The program ends in the middle of a region: where the run time can, it writes
// statistics.
// RUN: %check-program --flag=-DEND=_exit(7) --status=7
// RUN: %check-program --flag=-DEND=quick_exit(7) --status=7
// RUN: %check-program --flag=-DEND=abort() --no-statistics --status=-6
// RUN: %check-program --flag=-DEND=raise(SIGTERM) --no-statistics --status=-15
#include "posix.h"
#include <signal.h>

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
      END;
    }
  }
  return 1;
}
