// Reads that are only timed, while a slice is held back, hold no signal and no cancellation back: but for the first read of
// the file, the run time makes no call for that. The calls are counted by pthread_setcancelstate, in a library before
// libc, in eight rounds: a round in which reads are slow starts the slice, and then has more.
// RUN: %real-clang -O1 -shared -fPIC %S/../Inputs/counted_calls.c -o %t.so
// RUN: %check-program --slices 1 --env FORESLICE_ALWAYS=0 --flag=-rdynamic --flag=%t.so --expect 'launches>=1' --expect 'found>=0'
#include "posix.h"
#include <dlfcn.h>

enum { Pages = 40, Page = 65536, Small = 16, MostWorks = 24 };

extern unsigned WorksOfMain;

/// A header in each page: each read is one to look at.
uint64_t headers(int fd, uint64_t d) {
  char b[Small];
  WorksOfMain = 0;
  for (int i = 0; i < Pages; i++)
    if (pread(fd, b, sizeof b, (long)i * Page) == sizeof b)
      d = digest(d, b, sizeof b);
  return d;
}

int main(void) {
  uint64_t (*theHeaders)(int, uint64_t);
  *(void **)&theHeaders = dlsym(RTLD_DEFAULT, "headers");
  makeData("data", Pages * Page, 1);
  int fd = open("data", O_RDONLY);
  uint64_t d = DIGEST_START;
  unsigned least = ~0U;
  for (int i = 0; i < 8; i++) {
    d = theHeaders(fd, d);
    least = WorksOfMain < least ? WorksOfMain : least;
  }
  if (dlsym(RTLD_DEFAULT, "foreslice_packet") && least > MostWorks)
    printf("%u calls that hold cancellation back\n", least);
  result(d);
}
