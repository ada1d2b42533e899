// The run time's threads exist while the program is in a region, and a short time behind.
// Three regions, and after each the process has one thread again (two where statistics
// are asked for: one thread writes statistics at an early end. The thread has another name than the engine's, as nobody waits
// for the end of that thread). The third one takes place in a child.
// RUN: %real-clang -O1 -pthread -I%S/../Inputs %s -o %t.plain && %foreslice-clang -O1 -fprefetch-slice -pthread -I%S/../Inputs %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && %t.plain > %t.expected
// RUN: env FORESLICE_ALWAYS=1 timeout 600 %t sliced > %t.out && cmp %t.expected %t.out
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_CHILDREN=1 timeout 600 %t sliced > %t.out && cmp %t.expected %t.out
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_STATS=%t.json timeout 600 %t sliced > %t.out && cmp %t.expected %t.out
// RUN: FileCheck %s < %t.json
// CHECK: "launches": 2
#include "posix.h"
#include "threads_now.h"
#include <pthread.h>
#include <sys/wait.h>
#include <time.h>

enum { Block = 16384, Blocks = 100 };

static int expects; // more threads than the program's own

// Within a minute.
static void __attribute__((noinline)) await(int many) {
  const struct timespec nap = {0, 1000000};
  int own = getenv("FORESLICE_STATS") ? 2 : 1;
  for (int i = 0; i < 60 * 1000 && (many ? threads() <= own : threads() > own); i++)
    nanosleep(&nap, NULL);
  if (many ? threads() <= own : threads() > own)
    printf("%d threads\n", threads());
  if (!many && (has_thread("foreslice") || has_thread("foreslice-io")))
    printf("a thread of the engine\n");
}

static uint64_t __attribute__((noinline)) readAll(void) {
  static char b[Block];
  uint64_t d = DIGEST_START;
  int fd = open("data", O_RDONLY);
  for (long i = 0; i < Blocks; i++) {
    ssize_t n = pread(fd, b, Block, i * 37 % Blocks * Block);
    d = digest(d, b, n > 0 ? (size_t)n : 0);
    if (i == Blocks / 2 && expects)
      await(1);
  }
  close(fd);
  return d;
}

static uint64_t digestOfAll;
static void *body(void *unused) {
  digestOfAll = readAll();
  return unused;
}

// On a thread: else a region is the rest of main.
static void region(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, NULL);
  pthread_join(thread, NULL);
  result(digestOfAll);
  await(0);
}

int main(int argc, char **argv) {
  expects = argc > 1 && !strcmp(argv[1], "sliced");
  makeData("data", (size_t)Block * Blocks, 10);
  region();
  region();
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    expects = expects && getenv("FORESLICE_CHILDREN");
    region();
    exit(0);
  }
  waitpid(child, NULL, 0);
  await(0);
}
