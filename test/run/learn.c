// A program that was not compiled by Foreslice reads a file in steps: under
// foreslice-run the run time opens the file once more and reads ahead. The program
// goes through the file until the kernel has in memory what it has not read yet. Its
// descriptors stay its own, and its output is that of the program alone.
// RUN: %real-clang -O1 %s -o %t
// RUN: head -c 8000000 /dev/urandom > %t.data
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run --stats=%t.json -- %t %t.data ahead 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=STATS --input-file=%t.json %s
// RUN: env FORESLICE_DISABLE=1 FORESLICE_ALWAYS=1 %foreslice-run -- %t %t.data never 2>&1 | FileCheck --check-prefix=NEVER %s
// RUN: %t %t.data alone > %t.alone
// RUN: %foreslice-run %t %t.data alone > %t.run
// RUN: cmp %t.alone %t.run
// CHECK: read ahead: yes
// CHECK: the next descriptor is 4
// NEVER: read ahead: no
// STATS: "name": "signatures"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { Step = 40000, Bytes = 3000, Reads = 190, Ahead = 8, Passes = 2000 };

/// Whether the kernel has the first byte of the step in memory.
static int has(const char *file, int step) {
  long size = sysconf(_SC_PAGESIZE);
  unsigned char is = 0;
  return mincore((void *)(file + (long)step * Step / size * size), 1, &is) == 0 &&
         (is & 1);
}

int main(int argc, char **argv) {
  int fd = open(argv[1], O_RDONLY);
  int alone = strcmp(argv[2], "alone") == 0, never = strcmp(argv[2], "never") == 0;
  int passes = alone ? 1 : never ? 5 : Passes;
  unsigned sum = 0;
  static char b[Bytes];
  const char *file = mmap(NULL, Reads * Step, PROT_READ, MAP_SHARED, fd, 0);
  // The kernel is to read nothing ahead.
  posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
  fdatasync(fd);
  int isAhead = 0, canTell = 0;
  for (int pass = 0; pass < passes && !isAhead; pass++) {
    posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
    int dropped = !has(file, Reads - 1);
    canTell |= dropped;
    for (int i = 0; i < Reads; i++) {
      isAhead |= dropped && i + Ahead < Reads && has(file, i + Ahead);
      ssize_t n = pread(fd, b, Bytes, (off_t)i * Step);
      for (ssize_t j = 0; j < n; j++)
        sum = sum * 31 + (unsigned char)b[j];
    }
  }
  // A file may have no other place than memory.
  if (!canTell)
    isAhead = !never;
  if (alone)
    printf("%u\n", sum);
  else
    printf("read ahead: %s\n", isAhead ? "yes" : "no");
  printf("the next descriptor is %d\n", dup(fd));
}
