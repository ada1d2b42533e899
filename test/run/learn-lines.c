// A program that was not compiled by Foreslice reads a file line by line: under
// foreslice-run the run time reads ahead, and counts what the program takes from the
// stream as uses of the pages. The program goes through the file until the kernel has
// in memory what it has not read yet, and once more.
// RUN: %real-clang -O1 %s -o %t
// RUN: head -c 8000000 /dev/urandom > %t.data
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run --stats=%t.json -- %t %t.data 2>&1 | FileCheck %s
// RUN: %python -c "import json; total = json.load(open('%t.json'))['total']; assert total['pages_used'] > 0, total"
// CHECK: read ahead: yes
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { Bytes = 8000000, Ahead = 512 << 10, Passes = 1000 };

/// Whether the kernel has the byte at that place in memory.
static int has(const char *file, long at) {
  long size = sysconf(_SC_PAGESIZE);
  unsigned char is = 0;
  return at >= Bytes || (mincore((void *)(file + at / size * size), 1, &is) == 0 &&
                         (is & 1));
}

int main(int argc, char **argv) {
  FILE *f = fopen(argv[1], "r");
  const char *file = mmap(NULL, Bytes, PROT_READ, MAP_SHARED, fileno(f), 0);
  char line[4096];
  // The kernel is to read nothing ahead.
  posix_fadvise(fileno(f), 0, 0, POSIX_FADV_RANDOM);
  fdatasync(fileno(f));
  int isAhead = 0, left = 1;
  for (int pass = 0; pass < Passes && left > 0; pass++, left -= isAhead) {
    posix_fadvise(fileno(f), 0, 0, POSIX_FADV_DONTNEED);
    // Where the file has no other place than memory, nothing can be seen.
    int dropped = !has(file, Bytes - 1);
    rewind(f);
    for (long at = -1, last = 0; fgets(line, sizeof line, f); last = at) {
      at = lseek(fileno(f), 0, SEEK_CUR);
      isAhead |= dropped && at != last && at + Ahead < Bytes && has(file, at + Ahead);
    }
    isAhead |= !dropped && pass >= 20;
  }
  printf("read ahead: %s\n", isAhead ? "yes" : "no");
}
