// A program that was not compiled by Foreslice reads a file in steps: under
// foreslice-run the run time opens the file once more and reads ahead. Behind a part of the
// file, the program waits before each read until the kernel has a step in memory that is still
// to come, or for a second: the process beside the program may get no core for a while.
// The run time takes no descriptor that the program would get, and changes no output.
// The file is longer than one that the kernel is asked for as a whole.
// RUN: %real-clang -O1 -I %S/Inputs -c %S/../programs/Inputs/await_memory.c -o %t.await.o
// RUN: %real-clang -O1 %s %t.await.o -o %t
// RUN: head -c 20000000 /dev/urandom > %t.data
// RUN: env FORESLICE_ALWAYS=1 AWAIT_SECONDS=1 %foreslice-run --stats=%t.json -- %t %t.data 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=STATS --input-file=%t.json %s
// Reads of what was brought are known to have found their data.
// RUN: grep -E '"system_reads": *[1-9]' %t.json
// RUN: env FORESLICE_DISABLE=1 FORESLICE_ALWAYS=1 AWAIT_SECONDS=1 %foreslice-run -- %t %t.data 1 2>&1 | FileCheck --check-prefix=NEVER %s
// RUN: env AWAIT_SECONDS=0 %t %t.data | tail -n +2 > %t.alone
// RUN: env AWAIT_SECONDS=0 %foreslice-run %t %t.data | tail -n +2 | cmp - %t.alone
// RUN: %real-clang -O1 -DASYNCHRONOUS %s %t.await.o -o %t.asynchronous
// RUN: env FORESLICE_ALWAYS=1 AWAIT_SECONDS=1 %foreslice-run %t.asynchronous %t.data 2>&1 | FileCheck %s
// Processes that are killed leave room for others, though the companion looks later.
// RUN: env FORESLICE_ALWAYS=1 AWAIT_SECONDS=1 %foreslice-run sh %S/Inputs/kill_many.sh %t %t.data 2>/dev/null | FileCheck %s
// A program that was compiled by Foreslice, in a loop without a slice.
// RUN: %foreslice-clang -O1 -fprefetch-slice -DREFUSED -Rpass-missed=prefetch-slice %s %t.await.o -o %t.refused 2>&1 | FileCheck --check-prefix=REFUSED %s
// RUN: env FORESLICE_ALWAYS=1 AWAIT_SECONDS=1 %t.refused %t.data 2>&1 | FileCheck %s
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_SOURCES=slices AWAIT_SECONDS=1 %t.refused %t.data 1 2>&1 | FileCheck --check-prefix=NEVER %s
// REFUSED: no prefetch slice: the offset of pread depends on
// CHECK: read ahead: yes
// CHECK: the next descriptor is 4
// CHECK: children: no
// NEVER: read ahead: {{no|yes, as far as can be told}}
// STATS: "name": "signatures"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern void dropFromMemory(const char *name);
extern const char *awaitInMemory(long at);

enum { Step = 100000, Bytes = 3000, Reads = 190, Looked = 60, Ahead = 8 };

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
  dropFromMemory(argv[1]);
  int fd = open(argv[1], O_RDONLY);
  posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM); /* The kernel reads nothing ahead. */
  unsigned sum = readSome(fd) > 4;
  static char b[Bytes];
  const char *isAhead = "no";
  int looks = argc > 2 ? atoi(argv[2]) : Reads;
  for (int i = 0; i < Reads; i++) {
    if (i >= Looked && i + Ahead < Reads && *isAhead == 'n' && looks-- > 0)
      isAhead = awaitInMemory((long)(i + Ahead) * Step);
    ssize_t n = readAt(fd, b, Bytes, place(i * Step));
    for (ssize_t j = 0; j < n; j++)
      sum = sum * 31 + (unsigned char)b[j];
  }
  printf("read ahead: %s\n%u\n", isAhead, sum);
  printf("the next descriptor is %d\n", dup(fd));
  printf("children: %s\n", waitpid(-1, NULL, WNOHANG | __WALL) == 0 ? "yes" : "no");
}
