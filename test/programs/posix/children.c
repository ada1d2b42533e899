// Forked children have slices of their own: those of a parent that has launched
// some, and grandchildren. Not with FORESLICE_CHILDREN=0.
// RUN: mkdir -p %t && cd %t && %foreslice-clang -O2 -fprefetch-slice %s -I%source-dir/test/programs/Inputs -o children
// RUN: env FORESLICE_ALWAYS=1 ./children | FileCheck %s --check-prefix OWN
// RUN: %foreslice-clang -O0 -fprefetch-slice %s -I%source-dir/test/programs/Inputs -o children
// RUN: env FORESLICE_ALWAYS=1 ./children | FileCheck %s --check-prefix OWN
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_CHILDREN=0 ./children | FileCheck %s --check-prefix NONE
#include "posix.h"
#include <sys/wait.h>

enum { Block = 16384, Blocks = 20 };

static uint64_t __attribute__((noinline)) readAll(const char *name) {
  static char b[Block];
  uint64_t d = DIGEST_START;
  int fd = open(name, O_RDONLY);
  for (long i = 0; i < Blocks; i++) {
    ssize_t n = pread(fd, b, Block, i * Block);
    d = digest(d, b, n > 0 ? (size_t)n : 0);
  }
  close(fd);
  return d;
}

static void tell(const char *who, int right) {
  struct stat tasks;
  if (stat("/proc/self/task", &tasks))
    exit(2);
  printf("%s: %s data, %s\n", who, right ? "right" : "wrong",
         tasks.st_nlink > 3 ? "several threads" : "one thread");
  fflush(stdout);
}

static void report(const char *who, uint64_t expected) {
  tell(who, readAll("data") == expected);
}

int main(void) {
  makeData("data", Block * Blocks, 11);
  uint64_t expected = readAll("data");
  report("parent", expected);
  if (!fork()) {
    report("child", expected);
    if (!fork()) {
      report("grandchild", expected);
      _exit(0);
    }
    wait(NULL);
    _exit(0);
  }
  wait(NULL);
  pid_t pid = fork();
  if (pid == 0) { // which reads in the function that forks
    static char b[Block];
    uint64_t d = DIGEST_START;
    int fd = open("data", O_RDONLY);
    for (long i = 0; i < Blocks; i++) {
      ssize_t n = pread(fd, b, Block, i * Block);
      d = digest(d, b, n > 0 ? (size_t)n : 0);
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
