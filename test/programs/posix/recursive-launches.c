// A function that reads a tree calls itself for each node, and comes to its own
// launch point within its region. Such a launch is refused and costs no more:
// the run time's work is counted by a function that it calls there, in a
// library in front of libc.
// RUN: %real-clang -O1 -shared -fPIC %S/../Inputs/counted_calls.c -o %t.so
// RUN: %check-program --flag=-rdynamic --flag=%t.so --unserved "the data are in memory, so that the slices are held back" --env FORESLICE_ALWAYS=0
#include "posix.h"

enum { Nodes = 5000 };

extern unsigned Works;

// A node has lines of its own, an empty line, and nodes up to a ')'.
static uint64_t own(FILE *f, uint64_t d) {
  char line[64];
  while (fgets(line, sizeof line, f) && line[0] != '\n')
    d = digest(d, line, strlen(line));
  return d;
}
__attribute__((noinline)) uint64_t tree(FILE *f, uint64_t d) {
  d = own(f, d);
  for (int c; (c = getc(f)) != EOF && c != ')';)
    if (c == '(')
      d = tree(f, d);
  return d;
}

int main(void) {
  FILE *f = fopen("data", "w");
  for (int i = 0; i < Nodes; i++)
    fprintf(f, "text\n\n(text of %d\n\n)", i);
  fclose(f);
  f = fopen("data", "r");
  unsigned before = Works;
  uint64_t d = tree(f, DIGEST_START);
  fclose(f);
  if (Works - before > Nodes / 20)
    printf("%u calls of the run time's\n", Works - before);
  result(d);
}
