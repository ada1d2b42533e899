/* Reads the blocks of a file in an order of its own. */
#include <stdio.h>

static int order[40];

void shuffle(int step) {
  for (int i = 0; i < 40; i++)
    order[i] = i * step % 40;
}

unsigned long block(FILE *f, int i) {
  static unsigned char b[65536];
  if (fseek(f, order[i] * 65536L, SEEK_SET))
    return 0;
  return fread(b, 1, sizeof b, f) + b[i];
}
