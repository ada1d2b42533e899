// The program ends by a signal in the middle of a region.
// RUN: %check-program --no-statistics --status=-15
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
      raise(SIGTERM);
    }
  }
  return 1;
}
