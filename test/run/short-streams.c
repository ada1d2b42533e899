// A program reads the lines of many short files by streams. No read of these is seen: the
// guest sees that the program waits between open and close, and takes part. The next files are
// read ahead.
// REQUIRES: fuse
// RUN: %real-clang -O1 %s -o %t
// RUN: %slowfs-run --service-us 500 --kernel-cache -- %foreslice-run -- %t
// RUN: %slowfs-run --service-us 500 --kernel-cache -- env FORESLICE_DISABLE=1 %foreslice-run -- %t never
#include "Inputs/slow_file.h"

#include <string.h>

enum { Files = 60, Bytes = 30000, Ahead = 2 };
static char names[Files][4096], bytes[Bytes];

static void read_lines(const char *name) {
  char line[128];
  FILE *f = fopen(name, "r");
  long length = 0;
  while (f && fgets(line, sizeof line, f))
    length += (long)strlen(line);
  if (!f || length != Bytes || fclose(f) != 0)
    _exit(3);
}

int main(int argc, char **argv) {
  int isAhead = 0, never = argc > 1;
  const char *looks[Files];
  for (int i = 0; i < Bytes; i++)
    bytes[i] = i % 50 == 49 ? '\n' : 'a';
  make_slow_files(names, looks, Files, bytes, Bytes);
  for (int pass = 0; pass < (never ? 3 : 200) && !isAhead; pass++) {
    for (int i = 0; i < Files; i++)
      forget_slow_file(names[i]);
    for (int i = 0; i + Ahead < Files && !isAhead; i++) {
      read_lines(names[i]);
      isAhead = isInMemory(looks[i + Ahead], 0);
    }
  }
  return isAhead == never ? 4 : 0;
}
