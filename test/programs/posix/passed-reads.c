// A file in memory: once many reads of a region were fast, most are not looked
// at any more, and in the regions that follow few from the begin on. The run
// time's looks are counted by fstat, in a library in front of libc, and in the
// region that had the fewest: others may have lost their core.
// RUN: %real-clang -O1 -shared -fPIC %S/../Inputs/counted_calls.c -o %t.so
// RUN: %check-program --unserved "the data are in memory, so that the slice is held back" --flag=-rdynamic --flag=%t.so --env FORESLICE_ALWAYS=0 --expect 'slices_not_needed>=1'
#include "posix.h"
#include <dlfcn.h>

enum { Regions = 20, Reads = 500, Few = 80, Bytes = 4096 };

extern unsigned Looks;

uint64_t readSome(int fd, int reads, uint64_t d) {
  static char b[Bytes];
  usleep(2000); // Shorter regions are left out.
  for (int i = 0; i < reads; i++) {
    if (i % 3 == 0 ? pread(fd, b, Bytes, i * 7 % 50 * Bytes) != Bytes
                   : read(fd, b, Bytes) != Bytes)
      lseek(fd, 0, SEEK_SET);
    d = digest(d, b, Bytes);
  }
  return d;
}

int main(void) {
  makeData("data", 100 * Bytes, 1);
  int fd = open("data", O_RDONLY);
  uint64_t d = DIGEST_START;
  // By its name, so that each call is a region of its own.
  uint64_t (*region)(int, int, uint64_t) = dlsym(RTLD_DEFAULT, "readSome");
  for (int reads = Reads; reads >= Few; reads -= Reads - Few) {
    unsigned least = reads;
    for (int i = 0; i < Regions; i++) {
      Looks = 0;
      d = region(fd, reads, d);
      least = Looks < least ? Looks : least;
    }
    if (least > reads / 2)
      printf("%u of %d reads were looked at\n", least, reads);
  }
  result(d);
}
