// Signals interrupt reads anywhere. Some handlers leave the read by siglongjmp, some read
// files, and some have loops that are sliced. No lock stays behind, and the data stay right.
// A signal is raised where the run time takes memory within a read. Timers raise signals
// anywhere.
// RUN: head -c 8000000 /dev/urandom > %t.data
// RUN: %real-clang -O1 %s -o %t.plain && %foreslice-clang -O1 -fprefetch-slice %s -o %t
// RUN: %t.plain %t.data > %t.expected
// RUN: %t %t.data > %t.out && cmp %t.expected %t.out
// RUN: env FORESLICE_ALWAYS=1 %t %t.data > %t.out && cmp %t.expected %t.out
// RUN: env FORESLICE_ALWAYS=1 %foreslice-run %t.plain %t.data > %t.out && cmp %t.expected %t.out
// RUN: %foreslice-run --policy=auto %t.plain %t.data > %t.out && cmp %t.expected %t.out
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { Rounds = 60, Reads = 60, Block = 4096 };
static sigjmp_buf before;
static volatile sig_atomic_t jumps, reads, isReading, isInHandler;
static pthread_t mainThread;
static const char *name;
static char block[Block], other[Block];

extern void *__libc_malloc(size_t);

/* What the run time takes within a read of the main thread's. */
void *malloc(size_t size) {
  if (isReading && !isInHandler && pthread_equal(pthread_self(), mainThread)) {
    isReading = 0;
    raise(SIGUSR1);
  }
  return __libc_malloc(size);
}

static unsigned __attribute__((noinline)) pass(int k) {
  unsigned sum = 0;
  int fd = open(name, O_RDONLY);
  for (int i = 0; i < Reads; i++) {
    isReading = 1;
    ssize_t n = pread(fd, block, Block, (i * 37 + k) % 120 * 65536L);
    isReading = 0;
    sum = sum * 31 + (unsigned char)block[5] + (unsigned)n;
  }
  for (int i = 0; i < Reads; i++) {
    isReading = 1;
    ssize_t n = read(fd, block, 700);
    isReading = 0;
    sum = sum * 31 + (unsigned char)block[5] + (unsigned)n;
  }
  close(fd);
  return sum;
}

static unsigned __attribute__((noinline)) pass_in_handler(void) {
  unsigned sum = 0;
  int fd = open(name, O_RDONLY);
  for (int i = 0; i < 20; i++)
    if (pread(fd, other, Block, i * 65536L) == Block)
      sum = sum * 31 + (unsigned char)other[9];
  close(fd);
  return sum;
}

static volatile unsigned sumInHandler, bad;

static void on(int signal) {
  const int saved = errno;
  isInHandler = 1;
  if (reads) {
    unsigned sum = pass_in_handler();
    if (sumInHandler == 0)
      sumInHandler = sum;
    bad += sum != sumInHandler;
  }
  isInHandler = 0;
  errno = saved;
  if (jumps)
    siglongjmp(before, 1);
  (void)signal;
}

static void tick(int us) {
  struct itimerval t = {{0, us}, {0, us}};
  setitimer(ITIMER_REAL, &t, NULL);
}

int main(int argc, char **argv) {
  static unsigned expected[8];
  static volatile int round;
  name = argv[1];
  mainThread = pthread_self();
  struct sigaction a;
  memset(&a, 0, sizeof a);
  a.sa_handler = on;
  a.sa_flags = SA_RESTART;
  sigfillset(&a.sa_mask);
  sigaction(SIGUSR1, &a, NULL);
  sigaction(SIGALRM, &a, NULL);
  for (int k = 0; k < 8; k++)
    expected[k] = pass(k);
  for (int way = 1; way < 4; way++) {
    jumps = way & 1;
    reads = way >> 1;
    for (round = 0; round < Rounds; round++) {
      tick(200 + round * 13);
      if (sigsetjmp(before, 1) == 0) {
        unsigned sum = pass(round & 7);
        bad += sum != expected[round & 7];
      }
      const int jumped = jumps;
      jumps = 0;
      tick(0);
      isReading = 0;
      for (int fd = 3; fd < 40; fd++)
        close(fd);
      for (int k = 0; k < 8; k++)
        bad += pass(k) != expected[k];
      jumps = jumped;
    }
  }
  jumps = reads = 0;
  printf("bad %u\n", bad);
  (void)argc;
}
