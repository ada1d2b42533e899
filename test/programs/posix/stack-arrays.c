// Arrays of variable length: the name of each file, and a table of places whose
// size the data say. Together the tables are larger than what a slice may have
// at a time, and a loop is left while one is there.
// RUN: %check-program --expect 'files_opened_ahead>=15' --expect 'hits>=30' --expect 'found>=80' --expect 'slices_out_of_memory==0'
#include "posix.h"

enum { Block = 65536, Blocks = 12, Files = 24, Entries = 1 << 18 };

static void nameOf(char *name, size_t size, int i) {
  snprintf(name, size, "part-%d", i);
}

static uint64_t add(uint64_t d, int i, long entries) {
  static unsigned char b[512];
  char name[8 + i / 10];
  nameOf(name, sizeof name, i);
  int fd = open(name, O_RDONLY);
  long at[entries];
  if (i % 7 == 3) {
    close(fd);
    return d;
  }
  for (long k = 0; k < entries; k++)
    at[k] = (k * 5 + i) % Blocks * Block;
  for (int k = 0; k < 6; k++) {
    if (pread(fd, b, sizeof b, at[entries / 7 * k]) != sizeof b)
      exit(1);
    d = digest(d, b, sizeof b);
  }
  close(fd);
  return d;
}

int main(int argc, char **argv) {
  uint64_t d = DIGEST_START;
  for (int i = 0; i < Files; i++) {
    char name[16];
    nameOf(name, sizeof name, i);
    makeData(name, (size_t)Block * Blocks, 4 + i);
  }
  for (int i = 0; i < Files; i++)
    d = add(d, i, Entries + i * argc);
  result(d);
}
