// Records much smaller than a stream's buffer: a call that the buffer serves
// reads no file, and costs the program hardly more than without slices. Of
// 65,536 calls of each file, 256 or so read.
// RUN: %check-program --expect 'reads<=2400'
#include "posix.h"

enum { Files = 4, Records = 1 << 16 };

struct record {
  int where;
  double what;
};

static void write_files(void) {
  char name[32];
  for (int k = 0; k < Files; k++) {
    snprintf(name, sizeof name, "records.%d", k);
    FILE *f = fopen(name, "wb");
    for (int i = 0; i < Records; i++) {
      struct record r = {i * 7 + k, i * 0.5};
      fwrite(&r, sizeof r, 1, f);
    }
    fclose(f);
  }
}

int main(void) {
  write_files();
  char name[32];
  double sum = 0;
  for (int k = 0; k < Files; k++) {
    snprintf(name, sizeof name, "records.%d", k);
    FILE *f = fopen(name, "rb");
    struct record r;
    while (fread(&r, sizeof r, 1, f) == 1)
      sum += r.where * r.what;
    fclose(f);
  }
  printf("%g\n", sum);
  return 0;
}
