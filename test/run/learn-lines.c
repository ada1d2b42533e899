// A program that was not compiled by Foreslice reads a file line by line: under
// foreslice-run the run time reads ahead, and counts what the program takes from the
// stream as uses of the pages. The program goes through the file until the kernel has
// lines in memory that are still to come, and ten times more: the process beside the program
// may get no core for a while.
// RUN: %real-clang -O1 %s -o %t
// RUN: head -c 8000000 /dev/urandom > %t.data
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run --stats=%t.json -- %t %t.data 2>&1 | FileCheck %s
// RUN: %python -c "import json; total = json.load(open('%t.json'))['total']; assert total['pages_used'] > 0, total"
// CHECK: read ahead: yes
#include "Inputs/in_memory.h"
#include <stdio.h>

enum { Bytes = 8000000, Ahead = 512 << 10, Passes = 100 };

int main(int argc, char **argv) {
  FILE *f = fopen(argv[1], "r");
  const char *file = mapForLooks(fileno(f), Bytes);
  char line[4096];
  int isAhead = 0, left = 10;
  for (int pass = 0; pass < Passes && left > 0; pass++, left -= isAhead) {
    int canTell = takeFromMemory(fileno(f), file, Bytes);
    rewind(f);
    for (long at = -1, last = 0; fgets(line, sizeof line, f); last = at) {
      at = lseek(fileno(f), 0, SEEK_CUR);
      isAhead |= canTell && at != last && at + Ahead < Bytes &&
                 isInMemory(file, at + Ahead);
    }
    isAhead |= !canTell && pass >= 20;
  }
  printf("read ahead: %s\n", isAhead ? "yes" : "no");
}
