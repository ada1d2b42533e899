// With a signature, the files that a program opens first are read ahead from the start of the
// process on, by their paths, or beside a file of the same name in the command line. The program
// waits until data of its file are in memory, which nobody else has read, or for a while.
// RUN: rm -rf %t.dir && mkdir -p %t.dir/one %t.dir/two && head -c 2097152 /dev/urandom > %t.dir/one/data
// RUN: head -c 2097152 /dev/urandom > %t.dir/two/data && mkdir %t.dir/four && cp %t.dir/two/data %t.dir/four
// RUN: %real-clang -O1 %s -I %S/Inputs %S/../programs/Inputs/await_memory.c -o %t
// RUN: env AWAIT_SECONDS=0 %foreslice-run --trace=%t.dir/trace -- %t %t.dir/one/data
// RUN: %bin-dir/foreslice-signature %t.dir/trace -o %t.dir/one.json
// RUN: %t drop %t.dir/one/data && %foreslice-run --signature=%t.dir/one.json -- %t %t.dir/one/data | FileCheck %s
// RUN: %t drop %t.dir/two/data && %foreslice-run --signature=%t.dir/one.json -- %t %t.dir/two/data | FileCheck %s
// Of a file that no companion has seen: one of another run may be late.
// RUN: %t drop %t.dir/four/data && env AWAIT_SECONDS=1 %foreslice-run -- %t %t.dir/four/data | FileCheck --check-prefix=WITHOUT %s
// RUN: env AWAIT_SECONDS=0 %t %t.dir/two/data | tail -1 > %t.expected
// RUN: env AWAIT_SECONDS=0 %foreslice-run --signature=%t.dir/one.json -- %t %t.dir/two/data | tail -1 | cmp - %t.expected
// RUN: env AWAIT_SECONDS=0 not %foreslice-run --signature=%t.dir/one.json -- %t %t.dir/three/data 2>&1 | FileCheck --check-prefix=MISSING %s
// CHECK: read ahead: yes
// WITHOUT: read ahead: {{no|yes, as far as can be told}}
// MISSING: No such file
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

extern void dropFromMemory(const char *name);
extern void lookAt(const char *name);
extern const char *awaitInMemory(long at);

int main(int argc, char **argv) {
  static char block[65536];
  unsigned sum = 0;
  if (strcmp(argv[1], "drop") == 0) {
    dropFromMemory(argv[2]);
    return 0;
  }
  lookAt(argv[1]);
  printf("read ahead: %s\n", awaitInMemory(2031616));
  int fd = open(argv[1], O_RDONLY);
  if (fd < 0)
    perror(argv[1]);
  for (ssize_t n; fd >= 0 && (n = read(fd, block, sizeof block)) > 0;)
    for (ssize_t j = 0; j < n; j++)
      sum = sum * 31 + (unsigned char)block[j];
  printf("%u\n", sum);
  return fd < 0;
}
