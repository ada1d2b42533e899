// Tables of places that are taken apart by strtok(), strtok_r(), strsep() and
// sscanf(): the slice has its own text, and its own place in the text.
// RUN: %check-program --expect 'slice_waits==0' --expect 'hits>=40'
#define _GNU_SOURCE
#include "posix.h"

enum { Rows = 40, Block = 16384 };

static char b[Block];
static int data;

static uint64_t readRow(uint64_t d, const char *at, const char *bytes) {
  if (!at || !bytes)
    return d;
  ssize_t n = pread(data, b, strtoul(bytes, NULL, 10), atol(at));
  usleep(300);
  return digest(d, b, n > 0 ? (size_t)n : 0);
}

// The line is "name at:bytes", and the name may be empty for strsep() only.
static uint64_t byStrtok(FILE *table) {
  char line[128];
  uint64_t d = DIGEST_START;
  while (fgets(line, sizeof line, table)) {
    if (!strtok(line, " \n"))
      continue;
    char *at = strtok(NULL, ":");
    char *bytes = strtok(NULL, "\n");
    d = readRow(d, at, bytes);
  }
  return d;
}

static uint64_t byStrtokR(FILE *table) {
  char *line = NULL, *left;
  size_t room = 0;
  uint64_t d = DIGEST_START;
  while (getline(&line, &room, table) > 0) {
    int number = 0;
    const char *field[3] = {0};
    for (char *t = strtok_r(line, " :\n", &left); t && number < 3;
         t = strtok_r(NULL, " :\n", &left))
      field[number++] = t;
    d = readRow(d, field[1], field[2]);
  }
  free(line);
  return d;
}

static uint64_t byStrsep(FILE *table) {
  char line[128];
  uint64_t d = DIGEST_START;
  while (fgets(line, sizeof line, table)) {
    char *left = line;
    strsep(&left, " ");
    char *at = strsep(&left, ":");
    d = readRow(d, at, strsep(&left, "\n"));
  }
  return d;
}

// Words of any length.
static uint64_t bySscanf(FILE *table) {
  char line[128], name[64], at[64], bytes[64];
  uint64_t d = DIGEST_START;
  while (fgets(line, sizeof line, table))
    if (sscanf(line, "%s %[^:]:%s", name, at, bytes) == 3)
      d = readRow(d, at, bytes);
  return d;
}

static void makeTable(const char *name, int from) {
  FILE *t = fopen(name, "w");
  for (int i = from; i < from + Rows; i++)
    fprintf(t, i % 9 == 4 ? "\n" : "n%d %d:%d\n", i, i * 37 % (4 * Rows) * Block,
            i % 2 ? Block : 1000);
  fclose(t);
}

int main(void) {
  makeData("data", 4 * Rows * Block, 1);
  makeTable("a", 0);
  makeTable("b", Rows);
  makeTable("c", 2 * Rows);
  makeTable("d", 3 * Rows);
  FILE *t[] = {fopen("a", "r"), fopen("b", "r"), fopen("c", "r"), fopen("d", "r")};
  data = open("data", O_RDONLY);
  result(byStrtok(t[0]));
  result(byStrtokR(t[1]));
  result(byStrsep(t[2]));
  result(bySscanf(t[3]));
}
