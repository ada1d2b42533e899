// The look at the named file keeps the program's lock of the file.
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && head -c 300000 /dev/urandom > data
// RUN: %real-clang -O1 %s -o plain && %foreslice-clang -O1 -fprefetch-slice %s -o sliced
// RUN: ./plain data > right && grep 'locked: 1' right
// RUN: env FORESLICE_STATS=stats.json ./sliced data > got && diff right got
// RUN: grep '"slices_not_needed": *[1-9]' stats.json
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static struct flock Lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

__attribute__((constructor)) static void lock(int Argc, char **Argv) {
  fcntl(open(Argv[1], O_RDWR), F_SETLK, &Lock);
}

int main(int Argc, char **Argv) {
  static char Block[4096];
  unsigned Sum = 1;
  for (unsigned I = 0; I < 1000; I++)
    Sum = Sum * 31 + (Sum >> 7);
  int Fd = open(Argv[1], O_RDONLY);
  for (off_t At = Sum % 4096; At < 300000; At += 8192)
    if (pread(Fd, Block, sizeof Block, At) > 0)
      Sum = Sum * 31 + (unsigned char)Block[Sum % 100];
  printf("%u\n", Sum);
  fflush(stdout);
  if (fork() == 0) {
    fcntl(Fd, F_GETLK, &Lock);
    printf("locked: %d\n", Lock.l_type == F_WRLCK);
    return 0;
  }
  wait(NULL);
}
