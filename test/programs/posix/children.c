// Forked children have slices of their own: those of a parent that has launched
// some, and grandchildren. Not with FORESLICE_CHILDREN=0.
// RUN: mkdir -p %t && cd %t && %foreslice-clang -O2 -fprefetch-slice %s -I%source-dir/test/programs/Inputs -o children
// RUN: env FORESLICE_ALWAYS=1 ./children | FileCheck %s --check-prefix OWN
// RUN: %foreslice-clang -O0 -fprefetch-slice %s -I%source-dir/test/programs/Inputs -o children
// RUN: env FORESLICE_ALWAYS=1 ./children | FileCheck %s --check-prefix OWN
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_CHILDREN=0 ./children | FileCheck %s --check-prefix NONE
#include "posix.h"
#include "threads_now.h"
#include <sys/wait.h>
#include <time.h>

enum { Block = 16384, Blocks = 20 };

static int expects; // slices in this process
static int several;

// In a region, as threads come with it and end behind it; within a minute.
static void __attribute__((noinline)) look(void) {
  const struct timespec nap = {0, 1000000};
  for (int i = 0; i < 60 * 1000 && (several = threads() > 1) < expects; i++)
    nanosleep(&nap, NULL);
}

static uint64_t __attribute__((noinline)) readAll(const char *name) {
  static char b[Block];
  uint64_t d = DIGEST_START;
  int fd = open(name, O_RDONLY);
  for (long i = 0; i < Blocks; i++) {
    ssize_t n = pread(fd, b, Block, i * Block);
    d = digest(d, b, n > 0 ? (size_t)n : 0);
    if (i == Blocks / 2)
      look();
  }
  close(fd);
  return d;
}

static void tell(const char *who, int right) {
  printf("%s: %s data, %s\n", who, right ? "right" : "wrong",
         several ? "several threads" : "one thread");
  fflush(stdout);
}

static void inChild(void) { expects = !getenv("FORESLICE_CHILDREN"); }

static void report(const char *who, uint64_t expected) {
  tell(who, readAll("data") == expected);
}

int main(void) {
  makeData("data", Block * Blocks, 11);
  uint64_t expected = readAll("data");
  expects = 1;
  report("parent", expected);
  if (!fork()) {
    inChild();
    report("child", expected);
    if (!fork()) {
      report("grandchild", expected);
      _exit(0);
    }
    wait(NULL);
    _exit(0);
  }
  wait(NULL);
  if (!fork()) { // which reads in the function that forks
    inChild();
    static char b[Block];
    uint64_t d = DIGEST_START;
    int fd = open("data", O_RDONLY);
    for (long i = 0; i < Blocks; i++) {
      ssize_t n = pread(fd, b, Block, i * Block);
      d = digest(d, b, n > 0 ? (size_t)n : 0);
      if (i == Blocks / 2)
        look();
    }
    tell("second child", d == expected);
    _exit(0);
  }
  wait(NULL);
  report("parent", expected);
}
// OWN: parent: right data, several threads
// OWN-NEXT: child: right data, several threads
// OWN-NEXT: grandchild: right data, several threads
// OWN-NEXT: second child: right data, several threads
// OWN-NEXT: parent: right data, several threads
// NONE: parent: right data, several threads
// NONE-NEXT: child: right data, one thread
// NONE-NEXT: grandchild: right data, one thread
// NONE-NEXT: second child: right data, one thread
// NONE-NEXT: parent: right data, several threads
