// A fault that the program ignores is ignored in programs that are executed, too.
// No slice runs meanwhile, as its faults would end the program.
// RUN: %check-program --slices 2 --flag=-DALWAYS --expect 'pages_prefetched==0' --expect 'launches>=1'
// RUN: %check-program --slices 2 --expect 'found>=30'
#include "posix.h"
#include <signal.h>

enum { Blocks = 40 };

static uint64_t readAll(const char *name) {
  static char b[65536];
  uint64_t d = DIGEST_START;
  int fd = open(name, O_RDONLY);
  for (int i = 0; i < Blocks; i++) {
    ssize_t got = pread(fd, b, sizeof b, (i * 7 % Blocks) * 65536LL);
    d = digest(d, b, got);
    usleep(1000);
  }
  close(fd);
  return d;
}

static uint64_t (*volatile Read)(const char *) = readAll;

int main(void) {
#ifdef ALWAYS
  signal(SIGBUS, SIG_IGN);
#endif
  static const char *const Names[] = {"a", "b", "c"};
  for (int i = 0; i < 3; i++)
    makeData(Names[i], Blocks * 65536LL, i);
  for (int i = 0; i < 3; i++) {
#ifndef ALWAYS
    signal(SIGBUS, i == 1 ? SIG_IGN : SIG_DFL);
#endif
    result(Read(Names[i]));
    fflush(stdout);
    printf("%d\n", system("kill -BUS $$; echo survived"));
    fflush(stdout);
  }
}
