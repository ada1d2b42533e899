// Keys are looked up in a log-structured store: from the newest table to the
// oldest, an index of each table says which block may have the key.
// RUN: %check-program --expect 'missed<=32' --expect 'reads_posted>=10' --expect 'hits>=1'
#include "posix.h"

enum {
  Tables = 4,
  Blocks = 64,
  Block = 4096,
  PerBlock = Block / 8,
  Lookups = 60
};

struct table {
  int fd;
  uint64_t filter;
};
struct pair {
  uint32_t key, value;
};

static uint32_t scramble(uint32_t x) { return (x ^ (x >> 13)) * 2654435761u; }

/// Table t has the keys that t + 1 divides. The index stands behind the blocks.
static void makeTable(const char *name, uint32_t t) {
  static struct pair pairs[PerBlock];
  uint32_t index[Blocks], key = 0;
  FILE *f = fopen(name, "wb");
  for (int b = 0; b < Blocks; b++) {
    index[b] = key;
    for (int i = 0; i < PerBlock; i++, key += t + 1)
      pairs[i] = (struct pair){key, scramble(key + t)};
    fwrite(pairs, sizeof pairs, 1, f);
  }
  fwrite(index, sizeof index, 1, f);
  fclose(f);
}

static int search(const struct table *table, uint32_t key, uint32_t *value) {
  uint32_t index[Blocks];
  struct pair pairs[PerBlock];
  if (pread(table->fd, index, sizeof index, (off_t)Blocks * Block) !=
      sizeof index)
    exit(2);
  int b = Blocks - 1;
  while (b > 0 && index[b] > key)
    b--;
  if (pread(table->fd, pairs, sizeof pairs, (off_t)b * Block) != sizeof pairs)
    exit(3);
  for (int i = 0; i < PerBlock; i++)
    if (pairs[i].key == key) {
      *value = pairs[i].value;
      return 1;
    }
  return 0;
}

int main(void) {
  struct table tables[Tables];
  char name[32];
  for (uint32_t t = 0; t < Tables; t++) {
    snprintf(name, sizeof name, "table.%u", t);
    makeTable(name, t);
    tables[t].fd = open(name, O_RDONLY);
    tables[t].filter = 0x5555555555555555u >> t;
  }
  uint64_t d = DIGEST_START;
  for (uint32_t i = 0; i < Lookups; i++) {
    uint32_t key = scramble(i) % (Blocks * PerBlock), value = 0;
    for (int t = Tables - 1; t >= 0; t--) {
      if (!(tables[t].filter >> (key % 64) & 1))
        continue;
      if (search(&tables[t], key, &value))
        break;
    }
    d = digest(d, &value, sizeof value);
  }
  result(d);
}
