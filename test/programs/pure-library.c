// Numbers from text, square roots, characters and the like decide what is read:
// the slice calls the functions itself and waits for nothing.
// REQUIRES: fuse
// RUN: %check-program --slow "--service-us 1000" --ranks 1,2 --flag=-lm \
// RUN:   --expect 'slice_waits==0' --expect 'pages_wasted<=2' --expect 'hits>=40'
#include "program.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>

enum { Block = 65536, Blocks = 160 };

#include "blocks.h"

/// What ends the loop is text, looked at each time.
static void byLimit(char *argument) {
  for (int i = 0; i < atoi(argument); i++)
    readBlock(i);
}

/// The end of each number is where the next one begins.
static void byList(const char *list) {
  char *end;
  for (const char *at = list;; at = end) {
    errno = 0;
    long number = strtol(at, &end, 10);
    if (end == at || errno != 0)
      break;
    readBlock(number);
  }
}

static void byRoot(int ranks) {
  for (int i = 0; i < sqrt(ranks); i++)
    readBlock(i + (long)pow(2, i) + lround(0.4 * i));
}

static void byCharacters(const char *text) {
  for (int i = 0; text[i]; i++)
    if (isdigit((unsigned char)text[i]))
      readBlock(20 + text[i] - '0');
    else
      readBlock(40 + toupper((unsigned char)text[i]) - 'A');
}

static void byScan(const char *const *lines, int n) {
  for (int i = 0; i < n; i++) {
    int first = 0, count = 1;
    char kind[8] = "";
    if (sscanf(lines[i], "%7s %d %d", kind, &first, &count) < 2)
      continue;
    for (int k = 0; k < count; k++)
      readBlock(first + k + (strcmp(kind, "far") == 0 ? 30 : 0));
  }
}

static void byState(unsigned seed) {
  unsigned short x[3] = {1, 2, 3};
  for (int i = 0; i < 12; i++) {
    int exponent;
    frexp(1 + rand_r(&seed) % 4, &exponent);
    readBlock(100 + i * 4 + exponent + nrand48(x) % 2 + (erand48(x) < 0.5));
  }
}

/// The text changes before each look.
static void byChangingText(char *text) {
  for (int i = 0; i < 8; i++) {
    char *end;
    text[1] = '0' + i;
    long first = strtol(text, &end, 10);
    readBlock(first + strtol(end, NULL, 10));
  }
}

static void byOwnText(const char *const *lines, int n) {
  for (int i = 0; i < n; i++) {
    char *line = strdup(lines[i]), number[16] = "1";
    line[0] = '0' + i;
    strncat(number, line, 1);
    readBlock(atoi(number));
    free(line);
  }
}

static int larger(const void *a, const void *b) {
  return *(const int *)b - *(const int *)a;
}

static void bySorting(int rounds) {
  for (int k = 0; k < rounds; k++) {
    int places[10];
    for (int i = 0; i < 10; i++)
      places[i] = 120 + (i * 7 + k) % 10;
    qsort(places, 10, sizeof *places, larger);
    for (int i = 0; i < 10; i++)
      readBlock(places[i]);
  }
}

int main(int argc, char **argv) {
  static const char *const lines[] = {"near 60 4", "far 64 3", "x", "off 80"};
  char limit[] = "9";
  MPI_Init(&argc, &argv);
  makeData("data", Block * Blocks, 33);
  fh = openFile("data", MPI_MODE_RDONLY);
  d = digest(DIGEST_START, "", 0);
  byLimit(limit);
  byList(" 10 12 14,");
  byRoot(16 * worldSize());
  byCharacters("09azQ5");
  byScan(lines, 4);
  byState(7);
  char text[] = "10 20";
  byChangingText(text);
  byOwnText(lines, 4);
  bySorting(2);
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
