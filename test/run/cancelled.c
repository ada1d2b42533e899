// Threads that are cancelled while they read, from a pipe and from a file, by descriptors
// and by streams: they end, their clean-up is done, and others read on. A program with
// slices is cancelled in a read of a region of its own.
// RUN: head -c 3000000 /dev/urandom > %t.data
// RUN: %real-clang -O1 %s -o %t.plain -lpthread && %foreslice-clang -O1 -fprefetch-slice %s -o %t -lpthread
// RUN: sh %S/Inputs/same.sh '%t.plain %t.data' '%t %t.data' 'FORESLICE_ALWAYS=1 %t %t.data' '%foreslice-run %t.plain %t.data' \
// RUN:   'FORESLICE_ALWAYS=1 %foreslice-run %t.plain %t.data' '%foreslice-run --policy=auto %t.plain %t.data' \
// RUN:   '%foreslice-run --trace=%t.traces %t.plain %t.data' 'FORESLICE_ALWAYS=1 %foreslice-run %t %t.data'
// The run time catches an exception of its own first.
// RUN: echo '{}' > %t.json && env FORESLICE_SOURCES=slices,signatures FORESLICE_SIGNATURES=%t.json FORESLICE_ALWAYS=1 %t %t.data > %t.got 2> %t.said
// RUN: %t.plain %t.data | diff - %t.got && grep 'FORESLICE_SIGNATURES: .*json' %t.said
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static const char *name;
static int ends[2];
static sem_t begun;
static int cleaned;

static void clean(void *what) { cleaned += *(int *)what; }

static void *read_pipe(void *way) {
  static char b[3000];
  static int one = 1;
  unsigned sum = 0;
  FILE *f = way ? fdopen(dup(ends[0]), "r") : NULL;
  pthread_cleanup_push(clean, &one);
  int fd = open(name, O_RDONLY);
  for (off_t at = 0; at < 1000000; at += 10000)
    if (pread(fd, b, sizeof b, at) > 0)
      sum = sum * 31 + (unsigned char)b[9];
  sem_post(&begun);
  for (char c; f ? fread(&c, 1, 1, f) == 1 : read(ends[0], &c, 1) == 1;)
    sum += (unsigned char)c;
  pthread_cleanup_pop(0);
  return NULL;
}

static void *read_file(void *way) {
  static char b[3000];
  static int one = 1;
  pthread_cleanup_push(clean, &one);
  int fd = open(name, O_RDONLY);
  sem_post(&begun);
  for (;;)
    for (off_t at = 0; at < 1000000; at += 10000)
      if (pread(fd, b, sizeof b, at) < 0)
        pthread_testcancel();
  pthread_cleanup_pop(0);
  (void)way;
  return NULL;
}

static void cancel(void *(*body)(void *), void *way) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, body, way);
  sem_wait(&begun);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  printf("%s %d\n", result == PTHREAD_CANCELED ? "cancelled" : "ended", cleaned);
}

int main(int argc, char **argv) {
  static char b[3000];
  unsigned sum = 0;
  name = argv[1];
  sem_init(&begun, 0, 0);
  if (pipe(ends))
    return 2;
  for (int i = 0; i < 5; i++)
    cancel(read_pipe, NULL);
  // A stream stays locked, as it does without Foreslice.
  cancel(read_pipe, ends);
  for (int i = 0; i < 20; i++)
    cancel(read_file, NULL);
  int fd = open(name, O_RDONLY);
  for (off_t at = 0; at < 3000000; at += 10000)
    if (pread(fd, b, sizeof b, at) > 0)
      sum = sum * 31 + (unsigned char)b[9];
  printf("%u\n", sum);
  (void)argc;
}
