// A program that was not compiled by Foreslice reads a file in steps: under
// foreslice-run the run time opens the file once more and reads ahead. The program
// goes through the file until the kernel has steps in memory that are still to come.
// The run time takes no descriptor that the program would get, and changes no output.
// RUN: %real-clang -O1 %s -o %t
// RUN: head -c 8000000 /dev/urandom > %t.data
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run --stats=%t.json -- %t %t.data ahead 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=STATS --input-file=%t.json %s
// Reads of what was brought are known to have found their data.
// RUN: grep -E '"system_reads": *[1-9]' %t.json
// RUN: env FORESLICE_DISABLE=1 FORESLICE_ALWAYS=1 %foreslice-run -- %t %t.data never 2>&1 | FileCheck --check-prefix=NEVER %s
// RUN: %t %t.data alone > %t.alone
// RUN: %foreslice-run %t %t.data alone > %t.run
// RUN: cmp %t.alone %t.run
// RUN: %real-clang -O1 -DASYNCHRONOUS %s -o %t.asynchronous
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t.asynchronous %t.data ahead 2>&1 | FileCheck %s
// Processes that are killed leave room for others, though the companion looks later.
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run sh %S/Inputs/kill_many.sh %t %t.data ahead 2>/dev/null | FileCheck %s
// A program that was compiled by Foreslice, in a loop without a slice.
// RUN: %foreslice-clang -O1 -fprefetch-slice -DREFUSED -Rpass-missed=prefetch-slice %s -o %t.refused 2>&1 | FileCheck --check-prefix=REFUSED %s
// RUN: env FORESLICE_ALWAYS=1 %t.refused %t.data ahead 2>&1 | FileCheck %s
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_SOURCES=slices %t.refused %t.data never 2>&1 | FileCheck --check-prefix=NEVER %s
// REFUSED: no prefetch slice: the offset of pread depends on
// CHECK: read ahead: yes
// CHECK: the next descriptor is 4
// CHECK: children: no
// NEVER: read ahead: no
// STATS: "name": "signatures"
#include "Inputs/in_memory.h"
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

enum { Step = 40000, Bytes = 3000, Reads = 190, Ahead = 8, Passes = 2000 };

#ifdef REFUSED
#include <dlfcn.h>
#define FIND_PLACE long (*place)(long) = (long (*)(long))dlsym(NULL, "labs")
#else
#define FIND_PLACE
#define place(At) ((off_t)(At))
#endif

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

#ifdef REFUSED
/* Has a slice, so that the run time is linked. */
static unsigned readSome(int fd) {
  unsigned sum = 0;
  char one;
  for (int i = 0; i < 4; i++)
    if (pread(fd, &one, 1, i) == 1)
      sum += one != 0;
  return sum;
}
#else
#define readSome(fd) 0
#endif

int main(int argc, char **argv) {
  FIND_PLACE;
  int fd = open(argv[1], O_RDONLY);
  int alone = strcmp(argv[2], "alone") == 0, never = strcmp(argv[2], "never") == 0;
  int passes = alone ? 1 : never ? 5 : Passes;
  unsigned sum = readSome(fd) > 4;
  static char b[Bytes];
  const char *file = mapForLooks(fd, Reads * Step);
  int isAhead = 0, canTell = 0;
  for (int pass = 0; pass < passes && !isAhead; pass++) {
    int canTellNow = takeFromMemory(fd, file, Reads * Step);
    canTell |= canTellNow;
    for (int i = 0; i < Reads; i++) {
      isAhead |= canTellNow && i + Ahead < Reads &&
                 isInMemory(file, (long)(i + Ahead) * Step);
      ssize_t n = readAt(fd, b, Bytes, place(i * Step));
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
  printf("children: %s\n", waitpid(-1, NULL, WNOHANG | __WALL) == 0 ? "yes" : "no");
}
