// A program that was not compiled by Foreslice reads a file in steps: under
// foreslice-run the run time opens the file once more and reads ahead. The program
// goes through the file until the kernel has steps in memory that are still to come.
// The run time takes no descriptor that the program would get, and changes no output.
// RUN: %real-clang -O1 %s -o %t
// RUN: head -c 8000000 /dev/urandom > %t.data
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run --stats=%t.json -- %t %t.data ahead 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=STATS --input-file=%t.json %s
// RUN: env FORESLICE_DISABLE=1 FORESLICE_ALWAYS=1 %foreslice-run -- %t %t.data never 2>&1 | FileCheck --check-prefix=NEVER %s
// RUN: %t %t.data alone > %t.alone
// RUN: %foreslice-run %t %t.data alone > %t.run
// RUN: cmp %t.alone %t.run
// RUN: %real-clang -O1 -DASYNCHRONOUS %s -o %t.asynchronous
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t.asynchronous %t.data ahead 2>&1 | FileCheck %s
// Processes that are killed leave room for others, though the companion looks later.
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run sh %S/Inputs/kill_many.sh %t %t.data ahead 2>/dev/null | FileCheck %s
// CHECK: read ahead: yes
// CHECK: the next descriptor is 4
// NEVER: read ahead: no
// STATS: "name": "signatures"
#include "Inputs/in_memory.h"
#include <stdio.h>
#include <string.h>

enum { Step = 40000, Bytes = 3000, Reads = 190, Ahead = 8, Passes = 2000 };

#ifdef ASYNCHRONOUS
#include <aio.h>
#include <errno.h>

static ssize_t readAt(int fd, void *to, size_t bytes, off_t at) {
  struct aiocb block = {.aio_fildes = fd, .aio_buf = to, .aio_nbytes = bytes, .aio_offset = at};
  const struct aiocb *all[] = {&block};
  if (aio_read(&block) != 0)
    return -1;
  while (aio_error(&block) == EINPROGRESS)
    aio_suspend(all, 1, NULL);
  return aio_return(&block);
}
#else
#define readAt pread
#endif

int main(int argc, char **argv) {
  int fd = open(argv[1], O_RDONLY);
  int alone = strcmp(argv[2], "alone") == 0, never = strcmp(argv[2], "never") == 0;
  int passes = alone ? 1 : never ? 5 : Passes;
  unsigned sum = 0;
  static char b[Bytes];
  const char *file = mapForLooks(fd, Reads * Step);
  int isAhead = 0, canTell = 0;
  for (int pass = 0; pass < passes && !isAhead; pass++) {
    int canTellNow = takeFromMemory(fd, file, Reads * Step);
    canTell |= canTellNow;
    for (int i = 0; i < Reads; i++) {
      isAhead |= canTellNow && i + Ahead < Reads &&
                 isInMemory(file, (long)(i + Ahead) * Step);
      ssize_t n = readAt(fd, b, Bytes, (off_t)i * Step);
      for (ssize_t j = 0; j < n; j++)
        sum = sum * 31 + (unsigned char)b[j];
    }
    if (!canTell && pass == 20)
      break;
  }
  if (!canTell)
    isAhead = !never;
  if (alone)
    printf("%u\n", sum);
  else
    printf("read ahead: %s\n", isAhead ? "yes" : "no");
  printf("the next descriptor is %d\n", dup(fd));
}
