/* A loop around the reads of another source, and another source's own loop, both behind pointers. */
#include "block.h"

unsigned long table(FILE *f);

static unsigned long blocks(FILE *f) {
  unsigned long sum = 0;
  for (int i = 0; i < 40; i++)
    sum = sum * 31 + block(f, i * 7 % 40);
  return sum;
}

static unsigned long (*volatile chosen[2])(FILE *f) = {blocks, table};

int main(void) {
  FILE *f = fopen("data", "rb");
  for (int i = 0; f && i < 2; i++)
    printf("%lu\n", chosen[i](f));
  return !f || fclose(f);
}
