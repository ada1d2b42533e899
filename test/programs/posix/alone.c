// Behind a region, the program's thread is the only one where that matters: the process ends
// with it by pthread_exit, with what stdio has and with exit handlers, and it may take a
// namespace of users, or, where nobody may, fails as without slices.
// RUN: %real-clang -O1 -D_GNU_SOURCE -pthread %s -o %t.plain && %foreslice-clang -O1 -fprefetch-slice -D_GNU_SOURCE -pthread %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: %t.plain exit > %t.expected && env FORESLICE_ALWAYS=1 timeout 60 %t exit > %t.out && cmp %t.expected %t.out
// RUN: %t.plain within > %t.expected && env FORESLICE_ALWAYS=1 timeout 60 %t within > %t.out && cmp %t.expected %t.out
// RUN: %t.plain thread > %t.expected && env FORESLICE_ALWAYS=1 timeout 60 %t thread > %t.out && cmp %t.expected %t.out
// RUN: %t.plain unshare > %t.expected && env FORESLICE_ALWAYS=1 timeout 60 %t unshare > %t.out && cmp %t.expected %t.out
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_STATS=%t.json timeout 60 %t unshare > %t.out && cmp %t.expected %t.out && FileCheck %s < %t.json
// RUN: rm %t.json && %t.plain exit > %t.expected
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_STATS=%t.json timeout 60 %t exit > %t.out && cmp %t.expected %t.out && FileCheck %s < %t.json
// CHECK: "launches"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { Block = 16384, Blocks = 100 };
static char b[Block];

static void make(void) {
  int fd = open("data", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  for (int i = 0; i < Blocks; i++) {
    memset(b, i, sizeof b);
    if (write(fd, b, sizeof b) != sizeof b)
      exit(1);
  }
  close(fd);
}

static unsigned __attribute__((noinline)) readAll(int leaves) {
  unsigned sum = 0;
  int fd = open("data", O_RDONLY);
  for (long i = 0; i < Blocks; i++) {
    ssize_t n = pread(fd, b, Block, i * 37 % Blocks * Block);
    sum = sum * 31 + (unsigned char)b[7] + (unsigned)n;
    if (i == leaves) {
      printf("left at %u\n", sum);
      pthread_exit(NULL);
    }
  }
  close(fd);
  return sum;
}

static void handler(void) { printf("exit handler\n"); }

static void *other(void *unused) {
  usleep(100000);
  printf("thread: %u\n", readAll(-1));
  return unused;
}

int main(int argc, char **argv) {
  const char *how = argv[argc - 1];
  make();
  atexit(handler);
  printf("%u\n", readAll(strcmp(how, "within") ? -1 : 50));
  if (!strcmp(how, "unshare")) {
    int failed = unshare(CLONE_NEWUSER);
    printf("%d %s\n", failed, failed ? strerror(errno) : "");
    printf("%u\n", readAll(-1));
    return 0;
  }
  pthread_t thread;
  if (!strcmp(how, "thread"))
    pthread_create(&thread, NULL, other, NULL);
  pthread_exit(NULL);
}
