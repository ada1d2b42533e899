// Other processes send signals that the program blocks in all of its threads, and waits
// for by sigtimedwait and signalfd, also on another thread than the first. The prefetch
// thread may take such a signal, and must give the signal back with its sender and code.
// Then the program ignores a signal, and executed programs must ignore the signal, too.
// RUN: head -c 8000000 /dev/urandom > %t.data
// RUN: %real-clang -O1 -D_GNU_SOURCE %s -o %t.plain && %foreslice-clang -O1 -fprefetch-slice -D_GNU_SOURCE %s -o %t
// RUN: %t.plain %t.data > %t.expected
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_STATS=%t.json %t %t.data > %t.out && cmp %t.expected %t.out
// RUN: grep -q '"launches": *[1-9]' %t.json
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

static char b[4096];

static unsigned sum(int fd) {
  unsigned s = 0;
  for (int i = 0; i < 60; i++) {
    ssize_t n = pread(fd, b, sizeof b, i * 37L % 100 * 65536);
    s = s * 31 + (unsigned char)b[5] + (unsigned)n;
  }
  return s;
}

static void say(int signal, int code, int sent, int value) {
  printf("signal %d code %d sent by %s value %d\n", signal, code,
         sent ? "the child" : "another", value);
}

static pid_t sender(int signal, int value) {
  pid_t parent = getpid(), child = fork();
  if (child)
    return child;
  union sigval with = {.sival_int = value};
  if (value)
    sigqueue(parent, signal, with);
  else
    kill(parent, signal);
  _exit(0);
}

struct wait {
  const sigset_t *set;
  pid_t child;
};

static void *await(void *argument) {
  struct wait *w = argument;
  struct timespec limit = {20, 0};
  siginfo_t i;
  if (sigtimedwait(w->set, &i, &limit) < 0)
    exit(puts("no signal"));
  else
    say(i.si_signo, i.si_code, i.si_pid == w->child,
        i.si_code == SI_QUEUE ? i.si_value.sival_int : 0);
  return NULL;
}

static void awaitDescriptor(int fd, pid_t child) {
  struct signalfd_siginfo i;
  if (read(fd, &i, sizeof i) != sizeof i)
    exit(puts("no signal"));
  else
    say((int)i.ssi_signo, i.ssi_code, i.ssi_pid == (unsigned)child,
        i.ssi_code == SI_QUEUE ? i.ssi_int : 0);
}

int main(int argc, char **argv) {
  const int signals[] = {SIGURG, SIGSEGV, SIGFPE, SIGBUS, SIGILL, SIGUSR1};
  int fd = open(argv[argc - 1], O_RDONLY);
  sigset_t set;
  sigemptyset(&set);
  for (int k = 0; k < 6; k++)
    sigaddset(&set, signals[k]);
  sigprocmask(SIG_BLOCK, &set, NULL);
  int waits = signalfd(-1, &set, 0);
  printf("%u\n", sum(fd));
  for (int k = 0; k < 36; k++) {
    pid_t child = sender(signals[k % 6], k / 6 % 2 ? 1000 + k : 0);
    if (k % 2)
      waitpid(child, NULL, 0);
    printf("%u\n", sum(fd)); // with the signal on its way, or waiting
    if (k % 2 == 0)
      waitpid(child, NULL, 0);
    struct wait w = {&set, child};
    pthread_t other;
    switch (k / 6 % 3) {
    case 0:
      await(&w);
      break;
    case 1:
      pthread_create(&other, NULL, await, &w);
      pthread_join(other, NULL);
      break;
    default:
      awaitDescriptor(waits, child);
    }
  }
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  for (int k = 0; k < 5; k++) {
    signal(signals[k], SIG_IGN);
    printf("%u\n", sum(fd));
    fflush(stdout);
    char text[80];
    snprintf(text, sizeof text, "kill -%d $$; echo goes on", signals[k]);
    printf("status %d\n", system(text));
    printf("was ignored: %d\n", signal(signals[k], SIG_DFL) == SIG_IGN);
    printf("%u\n", sum(fd));
  }
  return 0;
}
