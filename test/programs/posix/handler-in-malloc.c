// A handler that has interrupted malloc reads in a region of its own. No thread is
// started there: libc takes memory for a thread by the malloc that is interrupted.
// RUN: head -c 3000000 /dev/zero > %t.data
// RUN: %real-clang -O1 %s -o %t.plain -Wl,--export-dynamic && %t.plain %t.data > %t.right
// RUN: %foreslice-clang -O1 -fprefetch-slice %s -o %t.sliced -Wl,--export-dynamic
// RUN: env FORESLICE_ALWAYS=1 %t.sliced %t.data > %t.got && diff %t.right %t.got
// RUN: env FORESLICE_ALWAYS=1 FORESLICE_STATS=%t.stats %t.sliced %t.data > %t.got && diff %t.right %t.got
// RUN: grep '"launches": *[1-9]' %t.stats
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);

static const char *Name;
static volatile int Armed, Inside, Entered;
static unsigned Sum;

void *malloc(size_t Size) {
  Entered += Inside;
  if (Armed) {
    Armed = 0;
    Inside = 1;
    raise(SIGUSR1);
    Inside = 0;
  }
  return __libc_malloc(Size);
}

void *calloc(size_t N, size_t Each) {
  Entered += Inside;
  return __libc_calloc(N, Each);
}

static void readAll(int Signal) {
  static char Block[4096];
  int Fd = open(Name, O_RDONLY);
  for (int I = 0; I < 40; I++)
    if (pread(Fd, Block, sizeof Block, I * 37L % 100 * 4096) > 0)
      Sum = Sum * 31 + (unsigned char)Block[5] + Signal;
  close(Fd);
}

int main(int Argc, char **Argv) {
  setvbuf(stdout, NULL, _IONBF, 0);
  Name = Argv[Argc - 1];
  signal(SIGUSR1, readAll);
  Armed = 1;
  void *volatile Memory = malloc(10);
  readAll(0);
  printf("%u, malloc was entered %d times more: %d\n", Sum, Entered, Memory != NULL);
}
