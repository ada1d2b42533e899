// At the end of a long region, the process has no room for one more thread. The process ends
// with main's pthread_exit nevertheless, with what stdio has and with exit handlers.
// RUN: %real-clang -O1 -D_GNU_SOURCE -pthread -I%S/../Inputs %s -o %t.plain
// RUN: %foreslice-clang -O1 -fprefetch-slice -D_GNU_SOURCE -pthread -I%S/../Inputs %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && %t.plain plain > %t.expected
// RUN: env FORESLICE_ALWAYS=1 timeout 120 %t sliced > %t.out && cmp %t.expected %t.out
#include "posix.h"
#include "threads_now.h"
#include <pthread.h>
#include <semaphore.h>
#include <sys/resource.h>
#include <time.h>

enum { Block = 16384, Blocks = 100, MostThreads = 100 };

static int is_sliced;
static pthread_t others[MostThreads];
static int count;
static sem_t over;

static void limit_to(rlim_t bytes) {
  const struct rlimit limit = {bytes, RLIM_INFINITY};
  if (setrlimit(RLIMIT_AS, &limit))
    printf("no limit\n");
}

static void *wait_for_end(void *unused) {
  sem_wait(&over);
  return unused;
}

// Takes all room for threads, behind the time after which the run time's last thread is away.
static void __attribute__((noinline)) take_room(void) {
  const struct timespec nap = {0, 1000000};
  // Within a minute.
  for (int i = 0; is_sliced && i < 60 * 1000 && (threads() < 3 || has_thread("foreslice-end")); i++)
    nanosleep(&nap, NULL);
  if (is_sliced && (threads() < 3 || has_thread("foreslice-end")))
    printf("the last thread is not away\n");
  char text[4096] = {0};
  long fd = syscall(SYS_openat, AT_FDCWD, "/proc/self/statm", O_RDONLY);
  syscall(SYS_read, fd, text, sizeof text - 1);
  syscall(SYS_close, fd);
  const rlim_t now = strtoul(text, NULL, 10) * (rlim_t)sysconf(_SC_PAGESIZE);
  limit_to(now);
  while (count < MostThreads && pthread_create(&others[count], NULL, wait_for_end, NULL) == 0)
    count++;
  if (count == MostThreads)
    printf("there is room\n");
}

static void *read_all(void *unused) {
  static char b[Block];
  uint64_t d = DIGEST_START;
  int fd = open("data", O_RDONLY);
  for (long i = 0; i < Blocks; i++) {
    ssize_t n = pread(fd, b, Block, i * 37 % Blocks * Block);
    d = digest(d, b, n > 0 ? (size_t)n : 0);
    if (i == Blocks / 2)
      take_room();
  }
  close(fd);
  printf("%016llx\n", (unsigned long long)d); // not flushed
  return unused;
}

static void handler(void) { printf("exit handler\n"); }

int main(int argc, char **argv) {
  is_sliced = argc > 1 && !strcmp(argv[1], "sliced");
  makeData("data", (size_t)Block * Blocks, 10);
  atexit(handler);
  sem_init(&over, 0, 0);
  // On a thread: else a region is the rest of main.
  pthread_t reader;
  if (pthread_create(&reader, NULL, read_all, NULL) || pthread_join(reader, NULL))
    return 1;
  for (int i = 0; i < count; i++)
    sem_post(&over);
  for (int i = 0; i < count; i++)
    pthread_join(others[i], NULL);
  limit_to(RLIM_INFINITY); // pthread_exit loads a library
  pthread_exit(NULL);
}
