// Programs read where little is allowed: in a signal handler that interrupts malloc, on a
// small stack of signals, in children of every kind of fork, while main has ended by
// pthread_exit. Under foreslice-run they have one thread more than without, in no place, and
// the same output. All reads are told of.
// RUN: head -c 2000000 /dev/urandom > %t.data
// RUN: %real-clang -O1 -D_GNU_SOURCE %s -o %t
// RUN: %t %t.data handler > %t.alone && env FORESLICE_ALWAYS=1 %foreslice-run %t %t.data handler > %t.run && cmp %t.alone %t.run
// RUN: %t %t.data stack > %t.alone && env FORESLICE_ALWAYS=1 %foreslice-run %t %t.data stack > %t.run && cmp %t.alone %t.run
// RUN: %t %t.data children > %t.alone && env FORESLICE_ALWAYS=1 %foreslice-run %t %t.data children > %t.run && cmp %t.alone %t.run
// RUN: %t %t.data exit > %t.alone && env FORESLICE_ALWAYS=1 timeout 300 %foreslice-run %t %t.data exit > %t.run && cmp %t.alone %t.run
// RUN: %t %t.data user > %t.alone && env FORESLICE_ALWAYS=1 %foreslice-run %t %t.data user > %t.run && cmp %t.alone %t.run
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *name;
static int fd;
static volatile unsigned sum;
static volatile int turns;

static unsigned readAt(int file, long at) {
  unsigned char b[64];
  ssize_t n = pread(file, b, sizeof b, at);
  return n > 0 ? b[0] * 256u + b[n - 1] : 0;
}

static void handle(int signal) {
  (void)signal;
  if (turns < 200)
    sum += readAt(fd, turns++ * 9000L);
}

static void inHandler(void) {
  struct sigaction a = {.sa_handler = handle};
  struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
  sigaction(SIGALRM, &a, NULL);
  setitimer(ITIMER_REAL, &often, NULL);
  while (turns < 200)
    free(malloc(100 + turns));
  setitimer(ITIMER_REAL, &never, NULL);
}

static void onSmallStack(void) {
  // What the kernel saves, and two pages: the last one would tell of more.
  size_t bytes = (size_t)sysconf(_SC_MINSIGSTKSZ) + 4096;
  bytes = (bytes + 4095) / 4096 * 4096;
  char *stack = mmap(NULL, bytes + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(stack, 4096, PROT_NONE);
  stack_t s = {.ss_sp = stack + 4096, .ss_size = bytes};
  struct sigaction a = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
  sigaltstack(&s, NULL);
  sigaction(SIGUSR1, &a, NULL);
  while (turns < 200)
    raise(SIGUSR1);
}

static void await(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, __WALL) < 0 && errno == EINTR)
    ;
  sum += (unsigned)status;
}

static void child(long at) {
  unsigned s = 0;
  for (int i = 0; i < 100; i++)
    s += readAt(fd, at + i * 5000L);
  _exit((int)(s % 100));
}

static void inChildren(void) {
  for (int i = 0; i < 30; i++) {
    pid_t pid = i % 4 == 0   ? fork()
                : i % 4 == 1 ? vfork()
                : i % 4 == 2 ? _Fork()
                             : (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (pid == 0)
      child(i * 100L);
    await(pid);
    sum += readAt(fd, i * 7000L);
  }
}

static void *readLater(void *unused) {
  (void)unused;
  usleep(20000);
  for (int i = 0; i < 100; i++)
    sum += readAt(fd, i * 11000L);
  printf("%u\n", sum);
  exit(0);
}

// The process has one thread, and so may take part in another namespace; its descriptors
// are numbered as without foreslice-run.
static void asUser(void) {
  for (int i = 0; i < 100; i++)
    sum += readAt(fd, i * 11000L);
  int more = open(name, O_RDONLY), threads = 0;
  DIR *tasks = opendir("/proc/self/task");
  for (struct dirent *e; (e = readdir(tasks));)
    threads += e->d_name[0] != '.';
  closedir(tasks);
  errno = 0;
  int failed = unshare(CLONE_NEWUSER);
  printf("%d %d threads, %s\n", more, threads, failed ? strerror(errno) : "in a namespace");
}

int main(int argc, char **argv) {
  (void)argc;
  name = argv[1];
  fd = open(name, O_RDONLY);
  pthread_t thread;
  switch (argv[2][0]) {
  case 'h': inHandler(); break;
  case 's': onSmallStack(); break;
  case 'c': inChildren(); break;
  case 'u': asUser(); break;
  case 'e':
    pthread_create(&thread, NULL, readLater, NULL);
    pthread_exit(NULL);
  }
  printf("%u\n", sum);
}
