/*===- grep.c - counts lines that have a word -----------------------------===//
 *
 *   grep -c WORD FILE...
 *
 * Prints what grep prints, for plain words and text files of at most 16 MB.
 *
 *===----------------------------------------------------------------------===*/

#include <stdio.h>
#include <string.h>

static char text[(16 << 20) + 1];

static long lines_with(const char *word) {
  long lines = 0;
  for (char *at = text; (at = strstr(at, word));) {
    lines++;
    if (!(at = strchr(at, '\n')))
      break;
  }
  return lines;
}

int main(int argc, char **argv) {
  if (argc < 4 || strcmp(argv[1], "-c")) {
    fprintf(stderr, "usage: grep -c WORD FILE...\n");
    return 2;
  }
  long found = 0;
  for (int i = 3; i < argc; i++) {
    FILE *in = fopen(argv[i], "rb");
    if (!in) {
      perror(argv[i]);
      return 2;
    }
    size_t bytes = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[bytes] = 0;
    long lines = lines_with(argv[2]);
    printf("%s:%ld\n", argv[i], lines);
    found += lines;
  }
  return found == 0;
}
