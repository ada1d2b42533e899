// A program sets up before it opens the file that its argument names, and reads in a
// function that main calls behind the set-up: the slice begins with main, or behind what
// it would have to wait for. The set-up here goes on until data of the file are in memory,
// which nobody else has read, or for so long that the slice has not begun.
// RUN: head -c 2097152 /dev/urandom > %t.data
// RUN: %real-clang -O1 -I %S/../../run/Inputs -c %S/../Inputs/await_memory.c -o %t.await.o
// RUN: %foreslice-clang -O1 -fprefetch-slice -Rpass=prefetch-slice %s %t.await.o -o %t 2>&1 | FileCheck --check-prefix=REMARK %s
// RUN: %t -n 32 %t.data | FileCheck %s
// RUN: %real-clang -O1 %s %t.await.o -o %t.plain
// RUN: env AWAIT_SECONDS=0 %t.plain -n 32 %t.data | tail -1 > %t.expected
// RUN: env AWAIT_SECONDS=0 %t -n 32 %t.data | tail -1 | cmp - %t.expected
// A program that ends early has read nothing ahead that it would not have read.
// RUN: %t -h 2>&1 | FileCheck --check-prefix=HELP %s
// RUN: not %t -n 32 %t.nowhere 2>&1 | FileCheck --check-prefix=NOWHERE %s
// REMARK: remark: prefetch slice of the rest of 'main' with 1 read: {{.*}}opens files ahead of the main thread
// CHECK: read ahead: yes
// HELP: usage
// NOWHERE: No such file
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Takes the file from memory, if there is one of that name. */
extern void dropFromMemory(const char *name);
/* Waits until the byte at that place is in memory: "yes", or "no" after a long time. */
extern const char *awaitInMemory(long at);

enum { Block = 65536 };
static int blocks;
static const char *name;

static void parse(int argc, char **argv) {
  int option;
  while ((option = getopt(argc, argv, "n:h")) != -1)
    switch (option) {
    case 'n':
      blocks = atoi(optarg);
      break;
    default:
      puts("usage");
      exit(0);
    }
  name = argv[optind];
}

static unsigned long restart(void) {
  static char block[Block];
  unsigned long sum = 0;
  int fd = open(name, O_RDONLY);
  if (fd < 0) {
    perror(name);
    exit(1);
  }
  for (int i = 0; i < blocks; i++) {
    if (pread(fd, block, Block, (off_t)i * Block) != Block)
      exit(1);
    for (int j = 0; j < Block; j += 64)
      sum = sum * 31 + (unsigned char)block[j];
  }
  close(fd);
  return sum;
}

/* Before the slice, which begins with main. */
__attribute__((constructor)) static void drop(int argc, char **argv) {
  dropFromMemory(argc > 3 ? argv[3] : "");
}

int main(int argc, char **argv) {
  parse(argc, argv);
  printf("read ahead: %s\n", awaitInMemory(20L * Block));
  printf("%lu\n", restart());
  return 0;
}
