// A timer's signals come without SA_RESTART while files and a pipe are read;
// the handler reads, too.
// RUN: %check-program --expect 'found>=85' --expect 'hits>=1'
#include "posix.h"
#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>

enum { Block = 16384, Blocks = 60 };

static volatile sig_atomic_t ticks;
static int file;

static void tick(int signal) {
  (void)signal;
  int saved = errno;
  char b[16];
  if (pread(file, b, sizeof b, 0) == sizeof b)
    ticks++;
  errno = saved;
}

static void every(long us) {
  struct itimerval timer = {{0, us}, {0, us}};
  setitimer(ITIMER_REAL, &timer, NULL);
}

int main(void) {
  makeData("data", (size_t)Block * Blocks, 16);
  file = open("data", O_RDONLY);
  int ends[2];
  if (pipe(ends))
    return 1;
  if (fork() == 0) {
    for (int i = 0; i < Blocks; i++) {
      usleep(1500);
      if (write(ends[1], &i, sizeof i) != sizeof i)
        _exit(1);
    }
    _exit(0);
  }
  close(ends[1]);
  struct sigaction action = {.sa_handler = tick};
  sigaction(SIGALRM, &action, NULL);
  static char b[Block];
  uint64_t d = DIGEST_START;
  long interruptions = 0;
  every(1000);
  for (int i = 0; i < Blocks; i++) {
    int number = -1;
    while (read(ends[0], &number, sizeof number) < 0 && errno == EINTR)
      interruptions++;
    if (number != i)
      printf("%d instead of %d\n", number, i);
    ssize_t n = pread(file, b, sizeof b, (off_t)i * 7 % Blocks * Block);
    if (n != sizeof b)
      return 3;
    d = digest(d, b, sizeof b);
  }
  every(0);
  int status;
  while (wait(&status) < 0 && errno == EINTR)
    ;
  printf("%s and %s, status %d\n", ticks > 0 ? "ticks" : "no ticks",
         interruptions > 0 ? "interruptions" : "none", status);
  result(d);
}
