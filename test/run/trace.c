// All ways of reading and writing by POSIX and stdio are in a trace: of streams, the
// bytes that came from the file or went there. A process that is killed leaves what it
// did until then; where there is no room for a trace, the program goes on.
// RUN: %real-clang -O1 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && head -c 400000 /dev/zero > %t.dir/data && head -c 18000 /dev/zero > %t.dir/spliced
// RUN: %foreslice-run --trace=%t.dir/traces -- %t %t.dir all
// RUN: %bin-dir/foreslice-signature %t.dir/traces | FileCheck %s
// RUN: sh -c '%foreslice-run --trace=%t.dir/killed -- %t %t.dir killed; test $? = 137'
// RUN: %bin-dir/foreslice-signature %t.dir/killed | FileCheck --check-prefix=KILLED %s
// RUN: sh -c 'ulimit -f 200; %foreslice-run --trace=%t.dir/full -- %t %t.dir many' 2>&1 | FileCheck --check-prefix=FULL %s
// RUN: %bin-dir/foreslice-signature %t.dir/full | FileCheck --check-prefix=PART %s
// CHECK: {{^}}== {{.*}}trace.c.tmp, ranks 0
// CHECK: /data
// CHECK-NEXT: {READ, 0, 1, ([40000, 3000, 10]), 1}
// CHECK: /fgets
// CHECK-NEXT: {READ, 0, 1, ([4096, 4096, 7]), 1}, {READ, 28672, 1, ([0, 3328, 1]), 1}
// CHECK: /fgets
// CHECK-NEXT: {WRITE, 0, 1, ([4096, 4096, 7]), 1}, {WRITE, 28672, 1, ([0, 3328, 1]), 1}
// CHECK: /fread
// CHECK-NEXT: {READ, 0, 1, ([4096, 4096, 7]), 1}, {READ, 28672, 1, ([0, 3328, 1]), 1}
// CHECK: /fread
// CHECK-NEXT: {WRITE, 0, 1, ([4096, 4096, 7]), 1}, {WRITE, 28672, 1, ([0, 3328, 1]), 1}
// CHECK: /fscanf
// CHECK-NEXT: {READ, 0, 1, ([4096, 4096, 7]), 1}, {READ, 28672, 1, ([0, 3328, 1]), 1}
// CHECK: /fscanf
// CHECK-NEXT: {WRITE, 0, 1, ([4096, 4096, 7]), 1}, {WRITE, 28672, 1, ([0, 3328, 1]), 1}
// CHECK: /fscanf-of-gnu
// CHECK-NEXT: {READ, 0, 1, ([4096, 4096, 7]), 1}, {READ, 28672, 1, ([0, 3328, 1]), 1}
// CHECK: /fscanf-of-gnu
// CHECK-NEXT: {WRITE, 0, 1, ([4096, 4096, 7]), 1}, {WRITE, 28672, 1, ([0, 3328, 1]), 1}
// CHECK: /getc
// CHECK-NEXT: {READ, 0, 1, ([4096, 4096, 7]), 1}, {READ, 28672, 1, ([0, 3328, 1]), 1}
// CHECK: /getc
// CHECK-NEXT: {WRITE, 0, 1, ([4096, 4096, 7]), 1}, {WRITE, 28672, 1, ([0, 3328, 1]), 1}
// CHECK: /getline
// CHECK-NEXT: {READ, 0, 1, ([4096, 4096, 7]), 1}, {READ, 28672, 1, ([0, 3328, 1]), 1}
// CHECK: /getline
// CHECK-NEXT: {WRITE, 0, 1, ([4096, 4096, 7]), 1}, {WRITE, 28672, 1, ([0, 3328, 1]), 1}
// CHECK: /spliced
// CHECK-NEXT: {READ, 0, 1, ([2000, 2000, 9]), 1}
// KILLED: {READ, 0, 1, ([40000, 3000, 10]), 1}
// FULL: foreslice: warning: FORESLICE_ACCESSES: {{.*}}: File too large: no more accesses are written down
// FULL-NEXT: went on
// PART: {READ, 0, 1, ([0, 100, 1]),
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* stdio.h and fcntl.h declare these for C++ and _GNU_SOURCE only. */
extern ssize_t splice(int, long *, int, long *, size_t, unsigned);
extern int gnuScan(FILE *, const char *, ...) __asm__("fscanf");

static void readSteps(const char *name) {
  char b[3000];
  int fd = open(name, O_RDONLY);
  for (int i = 0; i < 10; i++)
    if (pread(fd, b, sizeof b, i * 40000) != sizeof b)
      abort();
  close(fd);
}

static void spliceSteps(const char *name) {
  char b[2000];
  int fd = open(name, O_RDONLY), pipes[2];
  if (pipe(pipes))
    abort();
  for (int i = 0; i < 9; i++)
    if (splice(fd, NULL, pipes[1], NULL, sizeof b, 0) != sizeof b ||
        read(pipes[0], b, sizeof b) != sizeof b)
      abort();
}

static void writeLines(const char *name) {
  FILE *f = fopen(name, "w");
  for (int i = 0; i < 800; i++)
    fprintf(f, "%039d\n", i);
  fclose(f);
}

static void readLines(const char *name, int way) {
  FILE *f = fopen(name, "r");
  char b[40], *line = NULL;
  size_t size = 0;
  unsigned long number;
  for (int i = 0; i < 800; i++)
    switch (way) {
    case 0:
      if (fread(b, 1, sizeof b, f) != sizeof b)
        abort();
      break;
    case 1:
      if (!fgets(b, sizeof b, f) || getc(f) != '\n')
        abort();
      break;
    case 2:
      if (getline(&line, &size, f) != 40)
        abort();
      break;
    case 3:
      for (int j = 0; j < 40; j++)
        if (getc(f) == EOF)
          abort();
      break;
    case 4:
      if (fscanf(f, "%lu", &number) != 1)
        abort();
      break;
    default:
      if (gnuScan(f, "%lu", &number) != 1)
        abort();
    }
  free(line);
  fclose(f);
}

int main(int argc, char **argv) {
  char name[4096];
  snprintf(name, sizeof name, "%s/data", argv[1]);
  if (strcmp(argv[2], "many") == 0) {
    char b[100];
    int fd = open(name, O_RDONLY);
    for (int i = 0; i < 20000; i++)
      if (pread(fd, b, sizeof b, 0) != sizeof b)
        abort();
    puts("went on");
    return 0;
  }
  readSteps(name);
  if (strcmp(argv[2], "killed") == 0)
    raise(SIGKILL);
  snprintf(name, sizeof name, "%s/spliced", argv[1]);
  spliceSteps(name);
  const char *ways[] = {"fread", "fgets", "getline", "getc", "fscanf", "fscanf-of-gnu"};
  for (int way = 0; way < 6; way++) {
    snprintf(name, sizeof name, "%s/%s", argv[1], ways[way]);
    writeLines(name);
    readLines(name, way);
  }
  return 0;
}
