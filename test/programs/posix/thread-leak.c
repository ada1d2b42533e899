// ThreadSanitizer tells of threads that have ended and that nobody has joined: the run
// time leaves none behind when its last thread ends, or goes away in a long region.
// RUN: %foreslice-clang -O1 -g -D_GNU_SOURCE -fsanitize=thread -fprefetch-slice %s -o %t
// RUN: head -c 1638400 /dev/zero > %t.data
// RUN: env FORESLICE_ALWAYS=1 TSAN_OPTIONS=exitcode=0 timeout 600 %t %t.data > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// CHECK-NOT: thread leak
// CHECK: started 1, ended 1
// CHECK-NOT: thread leak
#include <fcntl.h>
#include <glob.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { Block = 16384, Blocks = 100, LooksInAMinute = 60 * 1000 };

/// Whether a thread of the run time is there, or is not, within a minute. Not by
/// functions of which slices know that they read.
static int __attribute__((noinline)) is(const char *Thread, int There) {
  for (int Look = 0; Look < LooksInAMinute; Look++) {
    int Found = 0;
    glob_t Tasks;
    glob("/proc/self/task/*/comm", 0, NULL, &Tasks);
    for (size_t I = 0; I < Tasks.gl_pathc; I++) {
      char Name[32] = "";
      long Fd = syscall(SYS_openat, AT_FDCWD, Tasks.gl_pathv[I], O_RDONLY);
      syscall(SYS_read, Fd, Name, sizeof Name - 1);
      syscall(SYS_close, Fd);
      Found |= !strcmp(Name, Thread);
    }
    globfree(&Tasks);
    if (Found == There)
      return 1;
    usleep(1000);
  }
  return 0;
}

static int Started;
static void *readAll(void *Path) {
  static char Bytes[Block];
  int Fd = open(Path, O_RDONLY);
  for (long I = 0; I < Blocks; I++) {
    pread(Fd, Bytes, Block, I * 37 % Blocks * Block);
    if (I == Blocks / 2)
      Started = is("foreslice-pf\n", 1) && is("foreslice-end\n", 0);
  }
  close(Fd);
  return NULL;
}

int main(int Argc, char **Argv) {
  // On a thread: else a region is the rest of main.
  pthread_t Thread;
  pthread_create(&Thread, NULL, readAll, Argv[Argc - 1]);
  pthread_join(Thread, NULL);
  int Ended = is("foreslice-end\n", 0) && is("foreslice-pf\n", 0);
  printf("started %d, ended %d\n", Started, Ended);
}
