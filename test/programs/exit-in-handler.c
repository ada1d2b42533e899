// A signal handler ends the program while a read is under way, on whatever
// thread has got the signal and whatever that thread holds.
// RUN: %check-program --ranks 1 --status 7
// RUN: %check-program --ranks 1 --status 7 --flag=-DFLAGS=SA_NODEFER
// RUN: %check-program --ranks 1 --status 7 "--flag=-DFLAGS=SA_ONSTACK|SA_NODEFER"
#include "program.h"
#include <signal.h>
#include <sys/time.h>

#ifndef FLAGS
#define FLAGS 0
#endif

static volatile int reading;

static void setAlarm(void) {
  struct itimerval soon = {.it_value = {0, 5000}};
  setitimer(ITIMER_REAL, &soon, NULL);
}

static void end(int signal) {
  if (reading)
    exit(7);
  setAlarm();
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  makeData("data", 4 << 20, 38);
  MPI_File fh = openFile("data", MPI_MODE_RDONLY);
  static char other[1 << 16];
  sigaltstack(&(stack_t){.ss_sp = other, .ss_size = sizeof other}, NULL);
  struct sigaction action = {.sa_handler = end, .sa_flags = FLAGS};
  sigaction(SIGALRM, &action, NULL);
  char b[512];
  uint64_t d = DIGEST_START;
  for (long i = 0; i < 1L << 40; i++) {
    if (i == 500) {
      result(d);
      fflush(stdout);
      setAlarm();
    }
    reading = 1;
    MPI_File_read_at(fh, i * 7919 % 4096 * 512, b, sizeof b, MPI_BYTE,
                     MPI_STATUS_IGNORE);
    reading = 0;
    d = digest(d, b, sizeof b);
  }
}
