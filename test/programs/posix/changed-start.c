// Another process changes a file between the read of the slice and the open of the program:
// renames another file over the first, cuts the file, writes the file anew, puts a folder in
// the place of the file. The output is that without a slice.
// RUN: %real-clang -O1 -I %S/../../run/Inputs -c %S/../Inputs/await_memory.c -o %t.await.o
// RUN: %real-clang -O1 -c %S/../Inputs/changed_start.c -o %t.change.o
// RUN: %real-clang -O1 %s %t.await.o %t.change.o -o %t.plain
// RUN: %foreslice-clang -O1 -fprefetch-slice %s %t.await.o %t.change.o -o %t.sliced
// RUN: sh %S/../Inputs/changed_start.sh %t.folder "%t.plain read" "%t.sliced read" | count 0
// RUN: sh %S/../Inputs/changed_start.sh %t.folder "%t.plain stream" "%t.sliced stream" | count 0
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

extern void changeOnceRead(const char *name);

enum { Block = 65536, Blocks = 16 };
static char block[Block];

static unsigned long digest(unsigned long sum, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    sum = sum * 31 + (unsigned char)block[i];
  return sum;
}

static void load(const char *name) {
  int fd = open(name, O_RDONLY);
  if (fd < 0) {
    puts("no file");
    return;
  }
  for (int i = 0; i < Blocks; i++) {
    ssize_t got = pread(fd, block, Block, (off_t)i * Block);
    printf("%zd %lx\n", got, digest(0, got > 0 ? (size_t)got : 0));
  }
  close(fd);
}

static void loadStream(const char *name) {
  FILE *f = fopen(name, "rb");
  if (!f) {
    puts("no file");
    return;
  }
  for (int i = 0; i < Blocks; i++) {
    size_t got = fread(block, 1, Block, f);
    printf("%zu %lx %d\n", got, digest(0, got), feof(f));
  }
  fclose(f);
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  changeOnceRead(argv[2]);
  if (strcmp(argv[1], "stream") == 0)
    loadStream(argv[2]);
  else
    load(argv[2]);
  return 0;
}
