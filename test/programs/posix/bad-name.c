// The slice takes for granted that a loop goes on, and comes to names that lead
// nowhere. The fault is the slice's own.
// RUN: %check-program --expect 'slice_faults>=1' --expect 'hits>=10'
#include "posix.h"

enum { Block = 65536, Blocks = 20 };

int main(void) {
  makeData("data", Block * Blocks, 13);
  char *names[8];
  for (uintptr_t i = 0; i < 8; i++)
    names[i] = i < 3 ? "data" : (char *)(0x1000 + i);
  static char b[Block];
  uint64_t d = DIGEST_START;
  size_t all = 0;
  for (int i = 0; i < 8; i++) {
    FILE *f = fopen(names[i], "rb");
    if (!f)
      return 1;
    size_t n;
    while ((n = fread(b, 1, Block, f)) > 0) {
      d = digest(d, b, n);
      all += n;
      usleep(300);
    }
    fclose(f);
    if (i == 2 && b[0] == (char)dataByte(Block * (Blocks - 1), 13))
      break;
  }
  printf("%zu bytes\n", all);
  result(d);
}
