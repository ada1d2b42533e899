// A seek in a stream reads a block around its target, in which the program's next read
// finds its bytes: the trace has the two as one read, at the target. Reads of the standard
// input and of wide characters are in the trace, and writes of single characters and to the
// standard output.
// RUN: %real-clang -O1 %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: head -c 4000000 /dev/zero > data && seq 10000 29999 > numbers
// RUN: %t numbers > alone < numbers
// RUN: %foreslice-run --trace=traces -- %t numbers > out < numbers
// RUN: cmp alone out
// RUN: %bin-dir/foreslice-signature traces | FileCheck %s
// RUN: %bin-dir/foreslice-signature --accesses traces | FileCheck --check-prefix=WIDE %s
// CHECK:      /data
// CHECK-NEXT: {READ, 7, 1, ([100003, 64, 9]), 1}, {READ, 7, 1, ([100003, 50000, 9]), 1}, {READ, 7, 1, ([100003, 1, 9]), 1}, {READ, 100000, 1, ([100016, 16, 9]), 1}
// CHECK:      /numbers
// CHECK-NEXT: {READ, 0, 1, ([4096, 4096, 29]), 1}, {READ, 118784, 1, ([0, 1216, 1]), 1}
// CHECK:      /out
// CHECK-NEXT: {WRITE, 0, 1, ([4096, 4096,
// CHECK:      /written
// CHECK-NEXT: {READ, 0, 1, ([0, 1, 1]), 1}
// CHECK:      /written
// CHECK-NEXT: {WRITE, 0, 1, ([0, 4096, 1]), 1}, {WRITE, 4096, 1, ([0, 4096, 1]), 1}, {WRITE, 8192, 1, ([0, 1808, 1]), 1}
// WIDE-COUNT-30: stdio{{.}}read{{.*}}/wide
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

enum { Reads = 9, Stride = 100003 };
static char bytes[50000];

static FILE *opened(const char *name, const char *how) {
  FILE *f = fopen(name, how);
  if (!f)
    exit(2);
  return f;
}

static void demand(int holds) {
  if (!holds)
    exit(3);
}

static void seek_and_read(size_t size) {
  FILE *f = opened("data", "r");
  for (long i = 0; i < Reads; i++) {
    fseek(f, 7 + i * Stride, SEEK_SET);
    demand(fread(bytes, 1, size, f) == size);
  }
  fclose(f);
}

static void seek_and_get(void) {
  FILE *f = opened("data", "r");
  for (long i = 0; i < Reads; i++) {
    fseeko(f, 7 + i * Stride, SEEK_SET);
    demand(getc(f) == 0);
  }
  fclose(f);
}

static void skip(void) {
  FILE *f = opened("data", "r");
  for (long i = 0; i < Reads; i++) {
    fseek(f, 100000, SEEK_CUR);
    demand(fread(bytes, 1, 16, f) == 16);
  }
  fclose(f);
}

static void copy(const char *from, const char *to) {
  FILE *in = opened(from, "r"), *out = opened(to, "w");
  size_t n = 0;
  while ((n = fread(bytes, 1, sizeof bytes, in)) != 0)
    fwrite(bytes, 1, n, out);
  fclose(in);
  fclose(out);
}

int main(int argc, char **argv) {
  seek_and_read(64);
  seek_and_read(sizeof bytes);
  seek_and_get();
  skip();

  long sum = 0;
  for (int number; scanf("%d", &number) == 1;)
    sum += number;
  for (int i = 0; i < 20000; i++)
    printf("%d\n", i);
  printf("%ld\n", sum);

  FILE *f = opened("written", "w+");
  for (int i = 0; i < 10000; i++)
    fputc('a', f);
  rewind(f);
  demand(getc(f) == 'a');
  fclose(f);

  copy(argv[1], "wide");
  wchar_t line[20];
  f = opened("wide", "r");
  for (sum = 0; fgetws(line, 20, f); sum += line[0])
    ;
  printf("%ld\n", sum);
  fclose(f);
  (void)argc;
}
