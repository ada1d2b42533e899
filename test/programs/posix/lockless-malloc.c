// A program of one thread has a malloc of its own, which has no locks. libc
// takes memory for threads by that malloc: the run time starts none, and says
// so. With locks, the slice runs.
// RUN: head -c 3000000 /dev/urandom > %t.data
// RUN: %real-clang -O1 %s -o %t.plain && %t.plain %t.data > %t.right
// RUN: %foreslice-clang -O1 -fprefetch-slice %s -o %t.sliced
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_STATS=%t.stats %t.sliced %t.data > %t.got && cmp %t.right %t.got
// RUN: grep "that malloc may have no locks" %t.stats
// RUN: %foreslice-clang -O1 -fprefetch-slice -DLOCKS %s -o %t.locked
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_STATS=%t.stats %t.locked %t.data > %t.got && cmp %t.right %t.got
// RUN: not grep "that malloc may have no locks" %t.stats
// RUN: grep '"slices_completed": *[1-9]' %t.stats
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static char heap[1 << 24];
static size_t used;
static int strangers;

#ifdef LOCKS
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#define LOCK() pthread_mutex_lock(&mutex)
#define UNLOCK() pthread_mutex_unlock(&mutex)
#else
#define LOCK()
#define UNLOCK() (strangers += syscall(SYS_gettid) != getpid())
#endif

void *malloc(size_t size) {
  LOCK();
  size_t at = used;
  used += (size + 31) / 16 * 16;
  if (used > sizeof heap)
    _exit(7);
  memcpy(heap + at, &size, sizeof size);
  UNLOCK();
  return heap + at + 16;
}
void free(void *memory) {}
void *calloc(size_t count, size_t size) {
  return memset(malloc(count * size), 0, count * size);
}
void *realloc(void *memory, size_t size) {
  void *moved = malloc(size);
  size_t before = 0;
  if (memory) {
    memcpy(&before, (char *)memory - 16, sizeof before);
    memcpy(moved, memory, before < size ? before : size);
  }
  return moved;
}

int main(int argc, char **argv) {
  static char block[4096];
  unsigned long sum = 0;
  int fd = open(argv[1], O_RDONLY);
  for (int i = 0; i < 300; i++) {
    pread(fd, block, sizeof block, i * 37L % 700 * 4096);
    char *copy = malloc(sizeof block);
    memcpy(copy, block, sizeof block);
    for (size_t j = 0; j < sizeof block; j++)
      sum = sum * 31 + (unsigned char)copy[j];
    usleep(100);
  }
  printf("%lu, %d calls of other threads\n", sum, strangers);
  return 0;
}
