// A loop that ends at feof(), over items that do not divide the file.
// RUN: %check-program --expect 'hits>=15' --expect 'pages_prefetched<=32'
#include "posix.h"

int main(void) {
  makeData("data", 2000000, 3);
  static double b[7777];
  uint64_t d = DIGEST_START;
  size_t items = 0;
  FILE *f = fopen("data", "r");
  if (!f)
    return 1;
  while (!feof(f)) {
    size_t n = fread(b, sizeof b[0], 7777, f);
    d = digest(d, b, n * sizeof b[0]);
    items += n;
  }
  printf("%zu items, at %ld\n", items, ftell(f));
  fclose(f);
  result(d);
}
