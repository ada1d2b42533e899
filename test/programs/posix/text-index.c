// A list of lines tells where the data are: the slice reads the list itself,
// with comments and lines that are left out. The list is read twice.
// RUN: %check-program --expect 'hits>=10' --expect 'slice_waits==0'
#include "posix.h"

enum { Size = 6 << 20, Parts = 60 };

int main(void) {
  makeData("data", Size, 3);
  FILE *index = fopen("index", "w");
  for (int i = 0; index && i < Parts; i++) {
    if (i % 7 == 0)
      fprintf(index, "# part %d\n\n", i);
    fprintf(index, "%d at %ld\n", i, (long)i * 104729 % Size);
  }
  if (!index || fclose(index))
    return 1;
  index = fopen("index", "r");
  FILE *f = fopen("data", "rb");
  if (!index || !f)
    return 1;
  uint64_t d = DIGEST_START;
  static char b[20000];
  for (int pass = 0; pass < 2; pass++) {
    char line[80];
    while (fgets(line, sizeof line, index)) {
      int part;
      long at;
      if (line[0] == '#' || sscanf(line, "%d at %ld", &part, &at) != 2)
        continue;
      if (fseek(f, at, SEEK_SET))
        return 2;
      d = digest(d, b, fread(b, 1, 10000 + (size_t)pass * 10000, f));
      usleep(300);
    }
    rewind(index);
  }
  result(d);
}
