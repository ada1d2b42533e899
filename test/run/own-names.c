// A program has functions of its own with names that ISO C leaves to programs, and that
// libc has. Neither libc nor the run time calls them, in a sliced program neither.
// RUN: head -c 2000000 /dev/urandom > %t.data
// RUN: %real-clang -O1 -w %s -o %t -Wl,--export-dynamic && %t %t.data > %t.alone
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t %t.data > %t.run && cmp %t.alone %t.run
// RUN: %foreslice-clang -O1 -w -fprefetch-slice %s -o %t.sliced -Wl,--export-dynamic
// RUN: %t.sliced %t.data > %t.got && cmp %t.alone %t.got
// RUN: env FORESLICE_ALWAYS=1 %t.sliced %t.data > %t.got && cmp %t.alone %t.got
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run --policy=auto %t %t.data > %t.got && cmp %t.alone %t.got
#include <stdio.h>
#include <stdlib.h>

static int calls;
#define OWN(NAME) long NAME(void) { return calls++, -1; }
OWN(read) OWN(pread) OWN(pread64) OWN(readv) OWN(lseek) OWN(lseek64) OWN(close) OWN(open)
OWN(open64) OWN(openat) OWN(dup2) OWN(dup3) OWN(fstat) OWN(fstatat) OWN(mmap) OWN(munmap)
OWN(madvise) OWN(getpid) OWN(syscall) OWN(prctl) OWN(unlink) OWN(nanosleep) OWN(dlsym)
OWN(fcntl) OWN(readlink) OWN(futex) OWN(write) OWN(pthread_self) OWN(_exit) OWN(_Exit_)

int main(int argc, char **argv) {
  static char b[5000];
  unsigned sum = 0;
  FILE *f = fopen(argv[1], "r");
  for (long at = 0; at < 1990000; at += 20000) {
    fseek(f, at, SEEK_SET);
    fread(b, 1, sizeof b, f);
    sum = sum * 31 + (unsigned char)b[4999];
  }
  fclose(f);
  remove("/nowhere/at all");
  printf("%u, %d calls\n", sum, calls);
}
