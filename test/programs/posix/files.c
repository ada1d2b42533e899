// Reads files to their ends. The names are computed. One file is empty, and one
// is not there.
// RUN: %check-program --expect 'files_opened_ahead>=2' --expect 'hits>=5'
#include "posix.h"

enum { Files = 10, Block = 65536 };

int main(void) {
  char name[32];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part.%d", i);
    if (i != 4)
      makeData(name, i == 6 ? 0 : 200000 + 1000 * (size_t)i, (unsigned)i);
  }
  static char b[Block];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "part.%d", i);
    FILE *f = fopen(name, "rb");
    if (!f) {
      printf("%s is not there\n", name);
      continue;
    }
    size_t n;
    while ((n = fread(b, 1, Block, f)) > 0)
      d = digest(d, b, n);
    if (ferror(f))
      exit(3);
    fclose(f);
  }
  result(d);
}
