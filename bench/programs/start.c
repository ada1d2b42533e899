/* Reads the files that the arguments name, if any: a program that is all start.
 */
#include <stdio.h>

int main(int argc, char **argv) {
  unsigned long sum = 0;
  for (int i = 1; i < argc; i++) {
    FILE *file = fopen(argv[i], "rb");
    if (!file)
      return 1;
    unsigned char bytes[4096];
    size_t got;
    while ((got = fread(bytes, 1, sizeof bytes, file)) > 0)
      for (size_t b = 0; b < got; b++)
        sum = sum * 31 + bytes[b];
    fclose(file);
  }
  printf("%lu\n", sum);
  return 0;
}
