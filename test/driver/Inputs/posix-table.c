/* A loop whose slice needs no other source. */
#include <stdio.h>

unsigned long table(FILE *f) {
  static unsigned char b[65536];
  unsigned long sum = 0;
  for (int i = 0; i < 40; i++) {
    if (fseek(f, (i * 11 % 40) * 65536L, SEEK_SET) ||
        fread(b, 1, sizeof b, f) != sizeof b)
      return 0;
    for (int k = 0; k < 65536; k += 64)
      sum += b[k];
  }
  return sum;
}
