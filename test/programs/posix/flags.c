// A handler sets a volatile flag that ends the loops over files and blocks. The slice
// takes it that the flag is not set, and reads the files ahead. Where the flag is set,
// the program stops as ever.
// RUN: %check-program --expect 'launches>=1' --expect 'found>=85' --expect 'hits>=20'
#include "posix.h"
#include <fcntl.h>
#include <signal.h>

enum { Block = 32768, Blocks = 8, Files = 12 };

static volatile sig_atomic_t stopped;
static void stop(int signal) { stopped = signal; }

static uint64_t sum(const char *name) {
  static unsigned char b[Block];
  uint64_t d = DIGEST_START;
  ssize_t n = 0;
  int fd = open(name, O_RDONLY);
  if (fd < 0)
    return 0;
  while (!stopped && (n = read(fd, b, sizeof b)) > 0)
    d = digest(d, b, (size_t)n);
  close(fd);
  return d;
}

int main(void) {
  char name[32];
  for (int i = 0; i < Files; i++) {
    snprintf(name, sizeof name, "data%d", i);
    makeData(name, (size_t)Block * Blocks - 100, (unsigned)i);
  }
  signal(SIGUSR1, stop);
  for (int i = 0; i < Files && !stopped; i++) {
    snprintf(name, sizeof name, "data%d", i);
    printf("%s %016llx\n", name, (unsigned long long)sum(name));
    if (i == Files - 3)
      raise(SIGUSR1);
  }
  return 0;
}
