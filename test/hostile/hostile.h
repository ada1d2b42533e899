//===- hostile.h - what programs in hostile surroundings share ------------===//
//
// The other process and what it is asked for, files of versions, locks, signal
// handlers by every way there is, children.
//
//===----------------------------------------------------------------------===//

#ifndef HOSTILE_H
#define HOSTILE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "fuzz.h"
#include "restrictions.h"
#include "versions.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>

#ifdef __cplusplus
#define ENTRY extern "C"
#else
#define ENTRY
#endif

/// A function of the program, by its name.
typedef u64 Part(u64);
static Part *named(const char *name) {
  return (Part *)dlsym(RTLD_DEFAULT, name);
}

static MPI_File apartFile; ///< For such a function.

static void need(int well, const char *what) {
  if (!well) {
    perror(what);
    MPI_Abort(MPI_COMM_WORLD, 92);
  }
}

// The other process -----------------------------------------------------------

static pid_t other;
static int toOther, fromOther;

static void startOther(void) {
  int to[2], from[2];
  need(!pipe2(to, O_CLOEXEC) && !pipe2(from, O_CLOEXEC), "pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to[0], 0);
  posix_spawn_file_actions_adddup2(&actions, from[1], 1);
  char *path = getenv("HOSTILE_OTHER"), *words[] = {path, NULL};
  char *environment[] = {NULL};
  need(path && !posix_spawn(&other, path, &actions, NULL, words, environment),
       "HOSTILE_OTHER");
  posix_spawn_file_actions_destroy(&actions);
  close(to[0]);
  close(from[1]);
  toOther = to[1];
  fromOther = from[0];
}

static void endOther(void) {
  close(toOther);
  close(fromOther);
  while (waitpid(other, NULL, 0) < 0 && errno == EINTR)
    ;
}

/// Says what to do, and goes on.
static void tell(const char *kind, const char *name, long a, long b) {
  char line[700];
  int length = snprintf(line, sizeof line, "%s %s %ld %ld\n", kind, name, a, b);
  need(write(toOther, line, (size_t)length) == length, "tell");
}

/// Waits until it is done. In no loop: slices cannot follow what a loop reads.
static long answer(void) {
  long number = 0;
  return read(fromOther, &number, sizeof number) == sizeof number ? number
                                                                  : -99;
}

static long ask(const char *kind, const char *name, long a, long b) {
  tell(kind, name, a, b);
  return answer();
}

// Files -----------------------------------------------------------------------

static void makeVersion(const char *name, unsigned version, u64 bytes) {
  byte *data = (byte *)versionBytes(version, bytes);
  putFile(name, 0, data, bytes);
  free(data);
}

/// In place, by this process.
static void store(const char *name, byte *data, u64 bytes) {
  int fd = open(name, O_WRONLY | O_CLOEXEC);
  need(fd >= 0 && pwrite(fd, data, bytes, 0) == (ssize_t)bytes, "store");
  close(fd);
  free(data);
}

static void rewrite(const char *name, unsigned version, u64 bytes) {
  store(name, (byte *)versionBytes(version, bytes), bytes);
}

/// In place, by MPI.
static void rewriteByMpi(const char *name, unsigned version, u64 bytes) {
  byte *data = (byte *)versionBytes(version, bytes);
  MPI_File f = openFile(MPI_COMM_SELF, name, MPI_MODE_WRONLY);
  MPI_File_write_at(f, 0, data, (int)bytes, MPI_BYTE, MPI_STATUS_IGNORE);
  MPI_File_close(&f);
  free(data);
}

/// What the words that were read tell of their versions.
struct versions {
  unsigned least, most;
  u64 foreign; ///< Words that belong elsewhere or to no version.
};

static void note(struct versions *v, const byte *data, u64 at, int bytes) {
  for (int i = (int)(-at % 8); i + 8 <= bytes; i += 8) {
    unsigned version = versionOf(load(data + i, 8), (at + (u64)i) / 8);
    if (version == 0) {
      v->foreign++;
      continue;
    }
    if (v->least == 0 || version < v->least)
      v->least = version;
    if (version > v->most)
      v->most = version;
  }
}

// Locks -----------------------------------------------------------------------

static volatile sig_atomic_t leasesBroken;
static void onLease(int signal) { leasesBroken++; }

static int takeLock(const char *kind, int fd) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  if (!strcmp(kind, "flock"))
    return flock(fd, LOCK_EX | LOCK_NB);
  if (!strcmp(kind, "lease")) {
    signal(SIGIO, onLease);
    return fcntl(fd, F_SETLEASE, F_WRLCK);
  }
  return fcntl(fd, !strcmp(kind, "ofd") ? F_OFD_SETLK : F_SETLK, &lock);
}

/// 1 to 3: locked, as another process sees it; 10 and more: the lease.
static u64 lockState(const char *kind, const char *name, int fd) {
  if (!strcmp(kind, "lease"))
    return (u64)(10 + fcntl(fd, F_GETLEASE) + 100 * leasesBroken);
  return (u64)ask("locks", name, 0, 0);
}

// Signals ---------------------------------------------------------------------

static void onAlarm(int signal) {}

static volatile sig_atomic_t signalsSeen, elsewhere;
static void onSignal(int signal) {
  signalsSeen++;
  if (gettid() != getpid())
    elsewhere++;
}

/// A fault that is not the program's.
static void onFault(int signal) {
  static const char said[] = "the program's handler got a foreign fault\n";
  if (write(2, said, sizeof said - 1))
    _exit(9);
}

static volatile int leaveWith;
static void onEnd(int signal) { exit(leaveWith); }

#ifdef __x86_64__
__attribute__((naked, used)) static void restoreFrame(void) {
  __asm__("mov $15, %eax; syscall");
}
static void installRaw(int number, void (*handler)(int)) {
  struct {
    void (*handler)(int);
    unsigned long flags;
    void (*restorer)(void);
    unsigned long mask;
  } action = {handler, SA_RESTART | 0x04000000, restoreFrame, 0};
  need(!syscall(SYS_rt_sigaction, number, &action, NULL, 8), "rt_sigaction");
}
#else
static void installRaw(int number, void (*handler)(int)) {
  signal(number, handler);
}
#endif

static void install(const char *how, int number, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  if (!strcmp(how, "signal"))
    signal(number, handler);
  else if (!strcmp(how, "sigset"))
    sigset(number, handler);
  else if (!strcmp(how, "ssignal"))
    ssignal(number, handler);
  else if (!strcmp(how, "raw"))
    installRaw(number, handler);
  else
    sigaction(number, &action, NULL);
}

static void every(long microseconds) {
  struct itimerval t = {{0, microseconds}, {0, microseconds}};
  setitimer(ITIMER_REAL, &t, NULL);
}

static void once(long microseconds) {
  struct itimerval t = {{0, 0}, {0, microseconds}};
  setitimer(ITIMER_REAL, &t, NULL);
}

/// Waits for a handler's next call, two seconds at most.
static int seenAfter(int before) {
  for (int i = 0; i < 2000 && signalsSeen == before; i++)
    usleep(1000);
  return signalsSeen - before;
}

/// A thread that makes work items, and a semaphore that tells of each.
struct item {
  MPI_Offset at;
  u64 divisor;
};
static struct item **items;
static u64 divisors[64];
static sem_t itemReady;
static int itemCount;
static u64 itemReach;

static void *makeItems(void *unused) {
  for (int i = 0; i < itemCount; i++) {
    usleep(500);
    struct item *next = (struct item *)malloc(sizeof *next);
    next->at = (MPI_Offset)(scramble((u64)i) % itemReach);
    next->divisor = (u64)i + 1;
    items[i] = next;
    divisors[i] = next->divisor;
    sem_post(&itemReady);
  }
  return NULL;
}

static pthread_t startItems(int count, u64 reach) {
  pthread_t thread;
  itemCount = count;
  itemReach = reach;
  memset(divisors, 0, sizeof divisors);
  items = (struct item **)calloc((size_t)count, sizeof *items);
  sem_init(&itemReady, 0, 0);
  need(!pthread_create(&thread, NULL, makeItems, NULL), "pthread_create");
  return thread;
}

// Other processes that read ---------------------------------------------------

static u64 readPlainly(const char *name, u64 at, int bytes) {
  u64 sum = 7;
  byte *data = (byte *)calloc(1, (size_t)bytes);
  int fd = open(name, O_RDONLY | O_CLOEXEC);
  if (fd >= 0 && pread(fd, data, (size_t)bytes, (off_t)at) >= 0)
    mix(&sum, data, (size_t)bytes);
  close(fd);
  free(data);
  return sum;
}

static u64 statusOf(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  return (u64)status;
}

// Reads by POSIX, while something happens to the thread
// ------------------------

static sigjmp_buf jumpBack;
static volatile sig_atomic_t mayJump, handlerDoes;
static char handledName[80];
static volatile u64 handledBad;

static u64 readAllPlainly(const char *name) {
  byte data[512];
  u64 sum = 7;
  int fd = open(name, O_RDONLY | O_CLOEXEC);
  for (int i = 0; i < 20; i++)
    if (pread(fd, data, sizeof data, i * 1024) == (ssize_t)sizeof data)
      mix(&sum, data, sizeof data);
  close(fd);
  return sum;
}

/// Reads in a loop of its own, leaves a read by a jump, or forks.
static void onHandled(int signal) {
  static u64 first;
  const int saved = errno;
  if (gettid() != getpid())
    return;
  if (handlerDoes == 'r') {
    u64 sum = readAllPlainly(handledName);
    if (first == 0)
      first = sum;
    handledBad += sum != first;
  } else if (handlerDoes == 'f') {
    pid_t child = fork();
    if (child == 0)
      _exit(0);
    handledBad += statusOf(child) != 0;
  }
  errno = saved;
  if (handlerDoes == 'j' && mayJump) {
    mayJump = 0;
    siglongjmp(jumpBack, 1);
  }
}

static void handleEvery(const char *name, int does, int us) {
  struct sigaction action;
  struct itimerval timer = {{0, us}, {0, us}};
  snprintf(handledName, sizeof handledName, "%s", name);
  handlerDoes = does;
  memset(&action, 0, sizeof action);
  action.sa_handler = onHandled;
  action.sa_flags = SA_RESTART;
  sigfillset(&action.sa_mask);
  sigaction(SIGPROF, &action, NULL);
  setitimer(ITIMER_PROF, &timer, NULL);
}

static u64 handledNoMore(void) {
  struct itimerval none = {{0, 0}, {0, 0}};
  setitimer(ITIMER_PROF, &none, NULL);
  signal(SIGPROF, SIG_IGN);
  return handledBad;
}

/// The bytes at that place, whatever a handler does meanwhile.
static ssize_t readHandled(int fd, byte *data, size_t bytes, off_t at) {
  volatile ssize_t got = -1;
  if (sigsetjmp(jumpBack, 1) == 0) {
    mayJump = 1;
    got = pread(fd, data, bytes, at);
    mayJump = 0;
    return got;
  }
  return pread(fd, data, bytes, at);
}

static sem_t cancelBegun;

static void *readUntilCancelled(void *name) {
  static byte data[4096];
  int fd = open((const char *)name, O_RDONLY | O_CLOEXEC);
  sem_post(&cancelBegun);
  for (;;)
    for (off_t at = 0; at < 65536; at += 4096)
      if (pread(fd, data, sizeof data, at) < 0)
        pthread_testcancel();
  return NULL;
}

/// 1 if a thread that reads the file could be cancelled.
static u64 cancelReader(const char *name) {
  pthread_t thread;
  void *result = NULL;
  sem_init(&cancelBegun, 0, 0);
  need(!pthread_create(&thread, NULL, readUntilCancelled, (void *)name),
       "pthread_create");
  sem_wait(&cancelBegun);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  return result == PTHREAD_CANCELED;
}

/// A child that reads, tells what it read by its status and ends somehow.
static u64 readByChild(const char *how, const char *name, u64 at, int bytes) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    int status = (int)(readPlainly(name, at, bytes) % 200);
    if (!strcmp(how, "exit"))
      exit(status);
    if (!strcmp(how, "exec"))
      execl("/bin/false", "false", (char *)NULL);
    _exit(status);
  }
  return statusOf(child);
}

static u64 readByShell(const char *name) {
  char command[700];
  snprintf(command, sizeof command, "cksum < %s > /dev/null", name);
  return (u64)system(command);
}

static u64 readByPipe(const char *name) {
  char command[700];
  unsigned long long said[2] = {0, 0};
  snprintf(command, sizeof command, "cksum < %s", name);
  FILE *pipe = popen(command, "r");
  if (!pipe || fscanf(pipe, "%llu %llu", said, said + 1) != 2)
    return 404;
  return said[0] + said[1] + (u64)pclose(pipe);
}

// The end ---------------------------------------------------------------------

static void *endByThread(void *microseconds) {
  usleep((useconds_t)(intptr_t)microseconds);
  exit(leaveWith);
}

#endif
