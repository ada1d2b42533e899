/* The loop around the reads of another source. */
#include <stdio.h>

void shuffle(int step);
unsigned long block(FILE *f, int i);

int main(void) {
  unsigned long sum = 0;
  FILE *f = fopen("data", "rb");
  shuffle(7);
  for (int i = 0; f && i < 40; i++)
    sum = sum * 31 + block(f, i);
  printf("%lu\n", sum);
  return !f || fclose(f);
}
