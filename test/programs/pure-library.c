// Numbers from text, square roots, characters and the like decide what is read:
// the slice calls the functions itself and waits for nothing.
// REQUIRES: fuse
// RUN: %check-program --slow "--service-us 1000" --ranks 1,2 --flag=-lm \
// RUN:   --expect 'slice_waits==0' --expect 'pages_wasted<=2' --expect 'ready_hits>=40'
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
  MPI_File_close(&fh);
  result(d);
  MPI_Finalize();
}
