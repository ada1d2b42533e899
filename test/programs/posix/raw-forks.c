// A sliced program makes children by _Fork() and by the bare system call, outside of regions
// and within regions. The run time is not told of these children. The children read in
// sliced loops, fork again, and end.
// RUN: head -c 8000000 /dev/urandom > %t.data
// RUN: %real-clang -O1 -D_GNU_SOURCE %s -o %t.plain && %foreslice-clang -O1 -fprefetch-slice -D_GNU_SOURCE %s -o %t
// RUN: %t.plain %t.data > %t.expected
// RUN: %t %t.data > %t.out && cmp %t.expected %t.out
// RUN: env FORESLICE_ALWAYS=1 %t %t.data > %t.out && cmp %t.expected %t.out
// RUN: %foreslice-run %t.plain %t.data > %t.out && cmp %t.expected %t.out
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run --policy=auto %t.plain %t.data > %t.out && cmp %t.expected %t.out
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char b[4096];
static const char *name;

static pid_t make(int how) {
  if (how == 1)
    return _Fork();
#if defined(__x86_64__) || defined(__aarch64__)
  return (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
#else
  return _Fork();
#endif
}

static void finish(const char *what, pid_t child) {
  int status;
  waitpid(child, &status, 0);
  printf("%s: %d\n", what, status);
}

static unsigned __attribute__((noinline)) pass(int k) {
  unsigned sum = 0;
  int fd = open(name, O_RDONLY);
  for (int i = 0; i < 60; i++)
    if (pread(fd, b, sizeof b, (i * 37 + k) % 120 * 65536L) > 0)
      sum = sum * 31 + (unsigned char)b[5];
  close(fd);
  return sum;
}

/* Forks within the loop that is sliced. */
static unsigned __attribute__((noinline)) pass_and_fork(int how) {
  unsigned sum = 0;
  int fd = open(name, O_RDONLY);
  for (int i = 0; i < 60; i++) {
    if (pread(fd, b, sizeof b, i * 37 % 120 * 65536L) > 0)
      sum = sum * 31 + (unsigned char)b[5];
    if (i % 20 == 10) {
      pid_t child = make(how);
      if (child == 0) {
        alarm(300);
        for (; i < 60; i++)
          if (pread(fd, b, sizeof b, i * 37 % 120 * 65536L) > 0)
            sum = sum * 31 + (unsigned char)b[5];
        _exit((int)(sum & 63));
      }
      finish("child of the loop", child);
    }
  }
  close(fd);
  return sum;
}

int main(int argc, char **argv) {
  name = argv[1];
  for (int how = 1; how < 3; how++)
    for (int k = 0; k < 5; k++) {
      printf("%u\n", pass(k));
      fflush(stdout);
      pid_t child = make(how);
      if (child == 0) {
        alarm(300);
        unsigned sum = pass(k + 7);
        pid_t next = make(3 - how);
        if (next == 0)
          _exit((int)(pass(k) & 63));
        int status;
        waitpid(next, &status, 0);
        unlink("none/such");
        _exit((int)((sum + (unsigned)status) & 63));
      }
      finish("child", child);
      fflush(stdout);
      printf("%u\n", pass_and_fork(how));
    }
  (void)argc;
}
