// A function that reads some records is called again and again, for one file in
// memory: launches that are held back take no memory anew for what the run time
// knows of the file. Memory is taken behind a lock, which a library in front of
// libc counts.
// RUN: %real-clang -O1 -shared -fPIC %S/../Inputs/counted_calls.c -o %t.so
// RUN: %check-program --flag=-rdynamic --flag=%t.so --unserved "the data are in memory, so that the slices are held back" --env FORESLICE_ALWAYS=0
#include "posix.h"
#include <dlfcn.h>

enum { Record = 4096, Records = 64, First = 4, Launches = 4 };

extern unsigned Tries;

__attribute__((noinline)) uint64_t part(int fd, long at) {
  char record[Record];
  uint64_t d = DIGEST_START;
  for (int i = 0; i < 4; i++) {
    pread(fd, record, sizeof record, (at + i) * 2 * Record);
    d = digest(d, record, sizeof record);
  }
  return d;
}

int main(void) {
  makeData("data", Records * Record, 1);
  int fd = open("data", O_RDONLY);
  uint64_t (*parts)(int, long) = dlsym(RTLD_DEFAULT, "part");
  uint64_t d = DIGEST_START;
  unsigned before = 0;
  for (int i = 0; i < First + Launches; i++) {
    if (i == First)
      before = Tries;
    d = d * 31 + parts(fd, i);
  }
  if (Tries - before > Launches * 4)
    printf("%u locks\n", Tries - before);
  result(d);
}
