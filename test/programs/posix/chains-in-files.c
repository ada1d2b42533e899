// In each file one record says where the next one is, so that the slice waits for
// one after the other. Its scout goes from file to file.
// RUN: %check-program --expect 'files_opened_ahead>=40' \
// RUN:   --expect 'pages_used>=5'
#include "posix.h"

enum { Files = 30, Records = 4, Bytes = 60000 };

struct record {
  uint64_t next, words[7];
};

static void makeChain(const char *name, unsigned seed) {
  makeData(name, Bytes, seed);
  int fd = open(name, O_WRONLY);
  uint64_t at = 0;
  for (unsigned i = 0; i < Records; i++) {
    uint64_t next = (at + 9973 * (seed + i + 1)) % (Bytes - 100);
    pwrite(fd, &next, sizeof next, (off_t)at);
    at = next;
  }
  close(fd);
}

static uint64_t follow(int fd) {
  struct record r = {0};
  uint64_t d = DIGEST_START, at = 0;
  for (unsigned i = 0; i < Records; i++) {
    if (pread(fd, &r, sizeof r, (off_t)at) != sizeof r)
      break;
    d = digest(d, &r, sizeof r);
    at = r.next;
  }
  return d;
}

int main(void) {
  static char names[Files][16];
  for (unsigned i = 0; i < Files; i++) {
    snprintf(names[i], sizeof names[i], "chain.%u", i);
    makeChain(names[i], i);
  }
  usleep(20000);
  uint64_t d = 0;
  for (unsigned i = 0; i < Files; i++) {
    int fd = open(names[i], O_RDONLY);
    d ^= follow(fd);
    close(fd);
    usleep(300);
  }
  printf("%llx\n", (unsigned long long)d);
}
